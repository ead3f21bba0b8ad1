import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './database-thread.ts';

/**
 * Writes a database in a worker thread, from the lines of an export in NDJSON, in portions of whole lines. This thread only makes the lines.
 * @throws {Error} when the database cannot be written or the signal is aborted; a part of the file may be left then.
 */
export async function writeInThread(
  data: ThreadData,
  portions: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL('./database-thread.ts', import.meta.url), {
    workerData: data,
    env: process.env,
  });
  const work = new AbortController();
  const ended = endOf(worker, signal, work.signal);
  const ask = async (request: ThreadRequest): Promise<void> => {
    worker.postMessage(request);
    const [{ failure }] = (await Promise.race([once(worker, 'message'), ended])) as [ThreadAnswer];
    if (failure !== undefined) throw new Error(failure);
  };

  try {
    let answered = Promise.resolve();
    for await (const lines of portions) {
      await answered;
      answered = ask(lines);
      // A failure shows when the next portion is there.
      answered.catch(() => undefined);
    }
    await answered;
    await ask(null);
  } finally {
    work.abort();
    await worker.terminate();
  }
}

/** Rejects when the thread ends before its work, for whatever reason. Listens to the end of the server until `done`. */
function endOf(worker: Worker, stopping: AbortSignal, done: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  worker.on('error', reject);
  worker.on('exit', () => {
    reject(new Error('the thread that writes the database has ended'));
  });
  stopping.addEventListener(
    'abort',
    () => {
      reject(new Error('the server stops'));
    },
    { signal: done },
  );

  promise.catch(() => undefined);
  return promise;
}
