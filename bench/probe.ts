import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { HttpProbe, userAgentOf } from '../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../src/adapters/probe/polite-probe.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startServer, Workplace } from '../test/support/running-server.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds } from './generated-catalog.ts';
import { type Figure, writeResult } from './result.ts';

const sellers = 10_000;
const inFlight = 200;
const wantedSeconds = 60;
const wantedMegabytes = 300;
const passSeconds = 30;
const readsPerSecond = 400;
/** The limit of the p99 of reads, relative to that of an idle server. */
const wantedShare = 1.5;

const Saw = z.object({ requests: z.number(), mostAtOnce: z.number(), mostAtOneAddress: z.number() });

const answersAfterMs = 20;

/** Measures a first pass over many sellers, which fetches each robots.txt, and a second pass, which has them cached. */
export async function benchProbe(): Promise<void> {
  const running = await startSellers();
  const polite = new PoliteProbe({
    probe: new HttpProbe({ userAgent: userAgentOf('0.0.0', 'http://127.0.0.1'), allowPrivate: true }),
    maxInFlight: inFlight,
  });

  const idle = await settledMemory();
  const first = await timedPass(polite, running.port);
  const second = await timedPass(polite, running.port);
  const { requests, mostAtOnce, mostAtOneAddress } = await running.stop();

  const note = `${String(requests)} requests in both passes, at most ${String(mostAtOnce)} at once and ${String(mostAtOneAddress)} at one seller`;
  const figures = [
    { name: 'first pass, with robots.txt', ...first },
    { name: 'second pass', ...second },
  ].map(({ name, seconds, peak, answered }) => ({
    what: `${name}: ${String(sellers)} sellers that answer after ${String(answersAfterMs)} ms, ${String(inFlight)} in flight`,
    wanted: `≤ ${String(wantedSeconds)} s, ≤ ${String(wantedMegabytes)} MB over idle`,
    measured: `${seconds.toFixed(1)} s, ${megabytes(peak - idle)} MB`,
    reached:
      seconds <= wantedSeconds &&
      peak - idle <= wantedMegabytes * 1e6 &&
      answered === sellers &&
      mostAtOneAddress === 1,
    note: `${String(answered)} answered 402; idle ${megabytes(idle)} MB; ${note}`,
  }));
  await writeResult('probe', [...figures, await readsMeanwhile()]);
}

/** Measures reads on a server that checks 10,000 sellers in half a minute, and on the same server without checks. */
async function readsMeanwhile(): Promise<Figure> {
  const running = await startSellers();
  const workplace = await catalogOfSellers(running.port);
  const settings = { ...workplace.environment, ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' };
  const idle = await slowestReads({ ...settings, PROBE_INTERVAL: '0' });
  const busy = await slowestReads({ ...settings, PROBE_INTERVAL: `${String(passSeconds)}s` });
  await running.stop();
  await workplace.remove();

  return {
    what: `reads while ${String(sellers)} sellers are checked in ${String(passSeconds)} s, p99`,
    wanted: `≤ ${String(wantedShare)} of idle`,
    measured: `${(busy / idle).toFixed(2)} of idle`,
    reached: busy <= wantedShare * idle,
    note: `${busy.toFixed(0)} ms beside ${idle.toFixed(0)} ms; ${String(readsPerSecond)} reads a second, for ${String(passSeconds)} s`,
  };
}

async function slowestReads(environment: NodeJS.ProcessEnv): Promise<number> {
  const server = await startServer(environment);
  const { latency } = await autocannon({
    url: `${server.url}/api/services`,
    connections: 8,
    overallRate: readsPerSecond,
    duration: passSeconds,
  });
  await server.stop('SIGTERM');

  return latency.p99;
}

/** A catalog whose services are the sellers. */
async function catalogOfSellers(port: string): Promise<Workplace> {
  const workplace = await Workplace.make();
  const file = join(workplace.folder, 'sellers.json');
  const bodies = [...generateRegistrations(sellers, await categoryIds())].map((body, i) => ({
    ...body,
    endpoint: endpointOf(i, port),
  }));

  await writeFile(file, JSON.stringify(bodies));
  await workplace.attempt('catalog.ts', ['import', file], { ALLOW_INSECURE_ENDPOINTS: '1' });
  return workplace;
}

interface Timed {
  readonly seconds: number;
  readonly peak: number;
  readonly answered: number;
}

async function timedPass(polite: PoliteProbe, port: string): Promise<Timed> {
  const targets = Array.from({ length: sellers }, (_, i) => ({ endpoint: endpointOf(i, port) }));
  let answered = 0;
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 20);

  const started = performance.now();
  const next = targets.values();
  const work = async (): Promise<void> => {
    for (const target of next) {
      const result = await polite.probe(target, 'pass');
      if ('outcome' in result && 'status' in result.outcome && result.outcome.status === 402) answered += 1;
    }
  };
  await Promise.all(Array.from({ length: 2 * inFlight }, work));
  clearInterval(watch);
  return { seconds: (performance.now() - started) / 1000, peak, answered };
}

/** The endpoint of the i-th seller, each at its own address: 127.1.0.0, 127.1.0.1 and so on. */
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
