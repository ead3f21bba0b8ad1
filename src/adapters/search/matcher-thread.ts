import { parentPort } from 'node:worker_threads';
import { messageOf } from '../../domain/error-code.ts';
import { call, type Method } from '../../search/asked.ts';
import { Matcher } from '../../search/matcher.ts';
import { useOwnDictionaries } from './own-dictionaries.ts';

/*
 * A worker thread that holds the words and meanings of the catalog: no search delays a request to the server, and what was asked first is
 * answered first, so that a search after a change knows it.
 */

export interface ThreadRequest {
  readonly id: number;
  readonly method: Method;
  readonly given: readonly unknown[];
  /** When nobody waits for the answer any more, as `Date.now()` gives it; absent where somebody always does. */
  readonly until?: number;
}

export interface ThreadAnswer {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}

const port = parentPort;
if (!port) throw new Error('this module is the main module of a worker thread');

useOwnDictionaries();
const matcher = new Matcher();
port.on('message', ({ id, method, given, until = Infinity }: ThreadRequest) => {
  // Without this, a burst that takes longer than anybody waits would delay every later question, too.
  if (Date.now() < until) port.postMessage(answerTo(id, method, given));
});

function answerTo(id: number, method: Method, given: readonly unknown[]): ThreadAnswer {
  try {
    return { id, answer: call(matcher, method, given) };
  } catch (error) {
    // After half a change the state is unknown: this thread ends, and the next one gets everything.
    if (method === 'update') throw error;
    return { id, failure: messageOf(error) };
  }
}
