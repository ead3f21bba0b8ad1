import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Address } from 'ox';
import { z } from 'zod';
import { SqliteDatabase } from '../src/adapters/sqlite/database.ts';
import { monthOf } from '../src/adapters/state/check-months.ts';
import { pack } from '../src/adapters/state/packed-checks.ts';
import type { LatencyDay } from '../src/domain/check.ts';
import { dayMs, dayOf } from '../src/domain/duration.ts';
import { emptyDay, sumWindow, windowDays } from '../src/verification/uptime.ts';
import { startServer, Workplace } from '../test/support/running-server.ts';
import { cpuSecondsOf } from './cpu-seconds.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds } from './generated-catalog.ts';
import { median } from './machine.ts';
import { type Figure, writeResult } from './result.ts';
import { addressOf, walletAt } from './seller-addresses.ts';
import { endpointOf, type Sellers, startSellers } from './sellers.ts';

const services = Number(process.env['CHECKED_SERVICES'] ?? '100000');
const minutes = Number(process.env['CHECK_MINUTES'] ?? '10');
const intervalSeconds = 900;
const checksPerSecond = services / intervalSeconds;
const answersAfterMs = 20;
const readsPerSecond = 400;
const windowSeconds = 60;
/** A server that has just started compares all services with the feed in the background. */
const settlingSeconds = 60;
const idleWindows = 3;
const wantedShare = 1.5;
/** A load generator that is busier than this measures itself. */
const maxOfCore = 0.5;

/** What the process of the readers printed of a window, in milliseconds. */
const Window = z.object({ p50: z.number(), p99: z.number(), most: z.number(), cores: z.number() });
type Window = z.infer<typeof Window>;

interface Measured {
  readonly windows: readonly Window[];
  /** Of processor time that the server used for each second. */
  readonly cores: number;
}

/**
 * Measures reads on a server that checks a whole catalog every 15 minutes, as it has for a month, beside the same server without checks, and
 * without them while another program sends the same requests: readers and sellers take the same two cores.
 * Servers, readers and sellers are processes of their own. `CHECK_MINUTES` and `CHECKED_SERVICES` make it shorter.
 */
export async function benchSteadyChecks(): Promise<void> {
  const sellers = await startSellers(answersAfterMs);
  const workplace = await catalogOfSellers(sellers.port);
  const settings = {
    ...workplace.environment,
    ...{ ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' },
  };
  try {
    await workplace.attempt('probe.ts', ['--all'], settings);
    await addPast(workplace);
    const quiet = { ...settings, PROBE_INTERVAL: '0' };
    const idle = await readsOf(quiet, idleWindows);
    const bare = await besideBareChecks(sellers.port, () => readsOf(quiet, idleWindows));
    const busy = await readsOf({ ...settings, PROBE_INTERVAL: `${String(intervalSeconds)}s` }, minutes);
    await writeResult('steady-checks', figuresOf({ idle, bare, busy }, await sellers.stop()));
  } finally {
    await workplace.remove();
  }
}

/** The server without checks, the same beside the requests of another program, and the server that checks. */
interface Loads {
  readonly idle: Measured;
  readonly bare: Measured;
  readonly busy: Measured;
}

function figuresOf({ idle, bare, busy }: Loads, saw: Awaited<ReturnType<Sellers['stop']>>): Figure[] {
  const slow = ({ windows }: Measured): number => median(windows.map(({ p99 }) => p99));
  const share = slow(busy) / slow(idle);
  const microseconds = ((busy.cores - idle.cores) / checksPerSecond) * 1e6;
  const generator = Math.max(...busy.windows.map(({ cores }) => cores));
  const each = busy.windows.map(({ p99 }) => p99.toFixed(1)).join(', ');

  return [
    {
      what: `reads while ${checksPerSecond.toFixed(0)} of ${String(services)} services are checked a second, p99`,
      wanted: `≤ ${String(wantedShare)} of idle`,
      measured: `${share.toFixed(2)} of idle`,
      reached: share <= wantedShare && generator <= maxOfCore,
      note: `${slow(busy).toFixed(2)} ms beside ${slow(idle).toFixed(2)} ms, medians of windows of ${String(windowSeconds)} s: ${each}; ${String(readsPerSecond)} reads a second by ${generator.toFixed(2)} of a core`,
    },
    {
      what: 'the same beside a server that checks nothing, while another program sends the requests of as many checks to the same sellers',
      wanted: 'stated: what the machine takes, not the server',
      measured: `${(slow(bare) / slow(idle)).toFixed(2)} of idle`,
      reached: true,
      note: `${slow(bare).toFixed(2)} ms; the server that checks takes ${(slow(busy) / slow(bare)).toFixed(2)} of that`,
    },
    {
      what: 'processor time of the server for each check, all threads',
      wanted: 'stated',
      measured: `${microseconds.toFixed(0)} µs`,
      reached: true,
      note: `the server uses ${busy.cores.toFixed(2)} of a core, idle ${idle.cores.toFixed(2)}; sellers used ${saw.seconds.toFixed(0)} s for ${String(saw.requests)} requests`,
    },
  ];
}

/** Does something while another program asks the sellers as often as the server would, and does nothing with their answers. */
async function besideBareChecks<Result>(port: string, work: () => Promise<Result>): Promise<Result> {
  const script = new URL('bare-checks.ts', import.meta.url).pathname;
  const args = [script, port, String(services), String(checksPerSecond)];
  const checks = spawn(process.execPath, args, { stdio: ['pipe', 'ignore', 'inherit'] });
  const ended = once(checks, 'exit');
  const result = await work().finally(() => checks.stdin.end());

  // Figures beside fewer requests than they claim would be worth nothing.
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`the program that asks the sellers ended with ${String(code)}`);
  return result;
}

async function readsOf(environment: NodeJS.ProcessEnv, windows: number): Promise<Measured> {
  const server = await startServer(environment);
  await fetch(`${server.url}/api/services`);
  await sleep(settlingSeconds * 1000);

  const before = await cpuSecondsOf([server.pid]);
  const script = new URL('read-clients.ts', import.meta.url).pathname;
  const args = [`${server.url}/api/services`, readsPerSecond, windowSeconds, windows].map(String);
  const readers = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = (await text(readers.stdout)).trim().split('\n');
  const cores = ((await cpuSecondsOf([server.pid])) - before) / (windows * windowSeconds);
  await server.stop('SIGTERM');

  return { windows: lines.map((line) => Window.parse(JSON.parse(line))), cores };
}

/**
 * Gives the services a month of good checks before the first pass, since the score of a young service, and so each list, changes with every
 * check. Dates the pass back, so that the server spreads the next one evenly over an interval.
 */
async function addPast(workplace: Workplace): Promise<void> {
  const database = await SqliteDatabase.in(join(workplace.folder, 'data'));
  const now = Date.now();
  const dates = Array.from({ length: windowDays }, (_, i) => dayOf(new Date(now - (windowDays - i) * dayMs)));
  for (const [month, ofMonth] of Map.groupBy(dates, monthOf)) {
    const packed = pack(ofMonth.map(goodDay));
    await database.run('INSERT INTO check_month SELECT service_id, ?, ? FROM standing', month, packed);
  }

  const { days, checks, ok, verified, latencyMs } = sumWindow(dates.map(goodDay), new Date(now));
  await database.run(
    `UPDATE standing SET checked_at = checked_at - ?, window_days = ?, window_checks = ?, window_ok = ?, window_verified = ?,
       window_latency_ms = ?`,
    ...[2 * intervalSeconds * 1000, days, checks, ok, verified, latencyMs],
  );
  await database.close();
}

/** A day on which every check was answered like those of the bench. */
function goodDay(date: string): LatencyDay {
  const checks = dayMs / 1000 / intervalSeconds;
  const p50Ms = answersAfterMs;
  return {
    ...emptyDay(date),
    ...{ checks, ok: checks, verified: checks, latencyMs: checks * p50Ms, p50Ms, p95Ms: p50Ms },
  };
}

/** A catalog whose services are the sellers, and declare what these ask. */
async function catalogOfSellers(port: string): Promise<Workplace> {
  const workplace = await Workplace.make();
  const file = join(workplace.folder, 'sellers.json');
  const bodies = [...generateRegistrations(services, await categoryIds())].map((body, i) => ({
    ...body,
    endpoint: endpointOf(i, port),
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
    x402Config: { paymentAddress: Address.checksum(walletAt(addressOf(i))), network: 'base' },
  }));

  await writeFile(file, JSON.stringify(bodies));
  await workplace.attempt('catalog.ts', ['import', file], { ALLOW_INSECURE_ENDPOINTS: '1' });
  return workplace;
}
