import type { MessagePort } from 'node:worker_threads';
import type { Assets } from '../../domain/asset.ts';
import { CannotAsk, type ProbeResult } from '../../domain/probe.ts';
import type { HttpProbe, HttpProbeSettings, ProbeOptions, ReadOptions } from './http-probe.ts';
import type { Outcome } from './probe-outcome.ts';

/** What a thread that asks endpoints begins with. */
export interface ThreadData extends Omit<HttpProbeSettings, 'reach'> {
  readonly assets: Assets;
}

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

/** Answers the questions that come to a thread, all at the same time. */
export function answerQuestions(port: MessagePort, probe: Pick<HttpProbe, 'probe' | 'read'>): void {
  const running = new Map<number, AbortController>();
  const post = (given: ThreadAnswer): void => {
    port.postMessage(given);
  };

  const answer = async ({ id, ...question }: { readonly id: number } & ThreadQuestion): Promise<void> => {
    const cancel = new AbortController();
    running.set(id, cancel);
    try {
      post({ id, result: await ask(question, probe, cancel.signal) });
    } catch (error) {
      if (error instanceof CannotAsk) post({ id, cannotAsk: { host: error.host, reason: error.reason } });
      else post({ id, failure: String(error) });
    } finally {
      running.delete(id);
    }
  };

  port.on('message', (request: ThreadRequest) => {
    if ('cancelled' in request) running.get(request.id)?.abort();
    else void answer(request);
  });
}

function ask(
  question: ThreadQuestion,
  probe: Pick<HttpProbe, 'probe' | 'read'>,
  signal: AbortSignal,
): Promise<ProbeResult | Outcome> {
  return 'probe' in question
    ? probe.probe(question.probe, { ...question.options, signal })
    : probe.read(question.read, { ...question.options, signal });
}
