import { parentPort, workerData } from 'node:worker_threads';
import { CannotAsk, type ProbeResult } from '../../domain/probe.ts';
import { HttpProbe, type HttpProbeSettings, type ProbeOptions, type ReadOptions } from './http-probe.ts';
import type { Outcome } from './probe-outcome.ts';

/*
 * A worker thread that asks endpoints. What it does with their answers delays no request to the server.
 */

export type ThreadData = Omit<HttpProbeSettings, 'reach'>;

/** A question of `HttpProbe`, whose signal is not passed on. */
export type ThreadQuestion =
  | { readonly probe: string; readonly options: Omit<ProbeOptions, 'signal'> }
  | { readonly read: string; readonly options: Omit<ReadOptions, 'signal'> };

/** A question, or the wish that nobody waits for its answer any more. */
export type ThreadRequest = { readonly id: number } & (ThreadQuestion | { readonly cancelled: true });

/** What a question led to: its result, why it could not be asked, or what was wrong with the program. */
export type ThreadAnswer = { readonly id: number } & (
  | { readonly result: ProbeResult | Outcome }
  | { readonly cannotAsk: Pick<CannotAsk, 'host' | 'reason'> }
  | { readonly failure: string }
);

const port = parentPort;
if (!port) throw new Error('this module is a worker thread');

const probe = new HttpProbe(workerData as ThreadData);
const running = new Map<number, AbortController>();

port.on('message', (request: ThreadRequest) => {
  if ('cancelled' in request) running.get(request.id)?.abort();
  else void answer(request);
});

async function answer({ id, ...question }: { readonly id: number } & ThreadQuestion): Promise<void> {
  const cancel = new AbortController();
  running.set(id, cancel);
  try {
    post({ id, result: await ask(question, cancel.signal) });
  } catch (error) {
    if (error instanceof CannotAsk) post({ id, cannotAsk: { host: error.host, reason: error.reason } });
    else post({ id, failure: String(error) });
  } finally {
    running.delete(id);
  }
}

function ask(question: ThreadQuestion, signal: AbortSignal): Promise<ProbeResult | Outcome> {
  return 'probe' in question
    ? probe.probe(question.probe, { ...question.options, signal })
    : probe.read(question.read, { ...question.options, signal });
}

function post(given: ThreadAnswer): void {
  port?.postMessage(given);
}
