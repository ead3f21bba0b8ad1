import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadData } from './catalog-thread.ts';
import type { Comparison, Found, LastAnswer } from './compare-catalog.ts';
import type { KeptTables } from './kept-tables.ts';

/** A thread that loads its code, then reads what is kept, then waits for a comparison. */
let waiting: Worker | undefined;

/** What it reads. */
let tables: Promise<KeptTables | undefined> | undefined;

/**
 * Starts a thread for the next comparison, so that it loads its code, and what is kept at a path, while this one loads the rest of the program.
 * Resolves when it has read it.
 */
export async function prepareComparison(keptAt: string): Promise<void> {
  if (waiting) return;

  const thread = newThread(keptAt);
  tables = new Promise((resolve) => {
    thread.once('message', (answer: ThreadAnswer) => {
      resolve(typeof answer === 'object' && 'tables' in answer ? answer.tables : undefined);
    });
  });
  waiting = thread;
  await tables;
}

/** What a prepared thread has read, or reads; given once. Its comparison must have begun, or nothing keeps the process alive until then. */
export async function preparedTables(): Promise<KeptTables | undefined> {
  const read = tables;
  tables = undefined;
  return read;
}

/** Compares in a thread, gives what differs to `onFound`, and resolves with how it ended. Rejects when the thread ended without saying. */
export function compareInThread(
  comparison: Comparison,
  onFound: (found: Found) => void,
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
      else if (!('tables' in answer)) onFound(answer);
    });
    thread.postMessage(comparison);
  });
}

/** Does not keep the process alive before it is used. */
function newThread(keptAt?: string): Worker {
  const workerData: ThreadData = { keptAt };
  const thread = new Worker(new URL('./catalog-thread.ts', import.meta.url), { workerData });
  thread.unref();
  return thread;
}
