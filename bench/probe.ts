import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { HttpProbe, userAgentOf } from '../src/adapters/probe/http-probe.ts';
import { type PassSummary, ProbePool } from '../src/adapters/probe/probe-pool.ts';
import { writeResult } from './result.ts';

const sellers = 10_000;
const inFlight = 200;
const wantedSeconds = 60;
const wantedMegabytes = 300;

const Saw = z.object({ requests: z.number(), mostAtOnce: z.number(), mostAtOneAddress: z.number() });

const answersAfterMs = 20;

/** A first pass over many sellers, with their robots.txt, and a second one, which knows them. */
export async function benchProbe(): Promise<void> {
  const running = await startSellers();
  const pool = new ProbePool({
    probe: new HttpProbe({ userAgent: userAgentOf('0.0.0', 'http://127.0.0.1'), allowPrivate: true }),
    surprised: (_target, error) => {
      throw error;
    },
    inFlight,
  });

  const idle = await settledMemory();
  const first = await timedPass(pool, running.port);
  const second = await timedPass(pool, running.port);
  const { requests, mostAtOnce, mostAtOneAddress } = await running.stop();

  const note = `${String(requests)} requests in both passes, at most ${String(mostAtOnce)} at once and ${String(mostAtOneAddress)} at one seller`;
  const figures = [
    { name: 'first pass, with robots.txt', ...first },
    { name: 'second pass', ...second },
  ].map(({ name, seconds, peak, summary, answered }) => ({
    what: `${name}: ${String(sellers)} sellers that answer after ${String(answersAfterMs)} ms, ${String(inFlight)} in flight`,
    wanted: `≤ ${String(wantedSeconds)} s, ≤ ${String(wantedMegabytes)} MB over idle`,
    measured: `${seconds.toFixed(1)} s, ${megabytes(peak - idle)} MB`,
    reached:
      seconds <= wantedSeconds &&
      peak - idle <= wantedMegabytes * 1e6 &&
      summary.told === sellers &&
      answered === sellers &&
      mostAtOneAddress === 1,
    note: `${String(answered)} answered 402; idle ${megabytes(idle)} MB; ${note}`,
  }));
  await writeResult('probe', figures);
}

interface Timed {
  readonly seconds: number;
  readonly peak: number;
  readonly summary: PassSummary;
  readonly answered: number;
}

async function timedPass(pool: ProbePool, port: string): Promise<Timed> {
  const targets = Array.from({ length: sellers }, (_, i) => ({ endpoint: endpointOf(i, port) }));
  let answered = 0;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);

  const started = performance.now();
  const summary = await pool.probeAll(targets, (_target, { outcome }) => {
    if ('status' in outcome && outcome.status === 402) answered += 1;
  });
  clearInterval(watch);
  return { seconds: (performance.now() - started) / 1000, peak, summary, answered };
}

/** One address for each: 127.1.0.0, 127.1.0.1 and so on. */
function endpointOf(i: number, port: string): string {
  return `http://127.1.${String(i >> 8)}.${String(i & 255)}:${port}/v1/weather`;
}

async function startSellers(): Promise<{ port: string; stop: () => Promise<z.infer<typeof Saw>> }> {
  const script = new URL('probe-sellers.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, String(answersAfterMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = z.tuple([z.instanceof(Buffer)]).parse(await once(child.stdout, 'data'));

  return {
    port: port.toString().trim(),
    stop: async () => {
      child.stdin.end();
      return Saw.parse(JSON.parse(await text(child.stdout)));
    },
  };
}

async function settledMemory(): Promise<number> {
  await sleep(500);

  return process.memoryUsage.rss();
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
