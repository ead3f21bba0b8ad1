import { setTimeout as sleep } from 'node:timers/promises';
import { HttpProbe, userAgentOf } from '../src/adapters/probe/http-probe.ts';
import { PoliteProbe } from '../src/adapters/probe/polite-probe.ts';
import { writeResult } from './result.ts';
import { endpointOf, startSellers } from './sellers.ts';

const sellers = 10_000;
const inFlight = 200;
const wantedSeconds = 60;
const wantedMegabytes = 300;

const answersAfterMs = 20;

/** Measures a first pass over many sellers, which fetches each robots.txt, and a second pass, which has them cached. */
export async function benchProbe(): Promise<void> {
  const running = await startSellers(answersAfterMs);
  const polite = new PoliteProbe({
    probe: new HttpProbe({ userAgent: userAgentOf('0.0.0', 'http://127.0.0.1'), allowPrivate: true }),
    maxInFlight: inFlight,
  });

  const idle = await settledMemory();
  const first = await timedPass(polite, running.port);
  const second = await timedPass(polite, running.port);
  const { requests, maxAtOnce, maxAtOneAddress } = await running.stop();

  const note = `${String(requests)} requests in both passes, at most ${String(maxAtOnce)} at once and ${String(maxAtOneAddress)} at one seller`;
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
      maxAtOneAddress === 1,
    note: `${String(answered)} answered 402; idle ${megabytes(idle)} MB; ${note}`,
  }));
  await writeResult('probe', figures);
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

async function settledMemory(): Promise<number> {
  await sleep(500);

  return process.memoryUsage.rss();
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
