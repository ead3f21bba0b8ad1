import { Worker } from 'node:worker_threads';
import type { LastAnswer, ThreadAnswer } from './catalog-thread.ts';
import type { Comparison } from './compare-catalog.ts';

/** A thread that has loaded its code, or is doing so, and waits for a comparison. */
let waiting: Worker | undefined;

/** Starts a thread for the next comparison, so that it loads its code while this one loads the rest of the program. */
export function prepareComparison(): void {
  waiting ??= newThread();
}

/** Compares in a thread, gives what differs to `onFound`, and resolves with how it ended. Rejects when the thread ended without saying. */
export function compareInThread(
  comparison: Comparison,
  onFound: (found: Exclude<ThreadAnswer, LastAnswer>) => void,
): Promise<LastAnswer> {
  const thread = waiting ?? newThread();
  waiting = undefined;
  thread.ref();

  return new Promise((resolve, reject) => {
    thread.on('error', reject);
    thread.on('exit', () => {
      reject(new Error('the thread that reads the catalog ended early'));
    });
    thread.on('message', (answer: ThreadAnswer) => {
      if (answer === 'done' || answer === 'damaged') resolve(answer);
      else onFound(answer);
    });
    thread.postMessage(comparison);
  });
}

/** Does not keep the process alive before it is used. */
function newThread(): Worker {
  const thread = new Worker(new URL('./catalog-thread.ts', import.meta.url));
  thread.unref();
  return thread;
}
