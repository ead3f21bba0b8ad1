import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import type { Service } from '../views/service.ts';
import { CatalogDatabase } from './catalog-database.ts';

type Order = ConstructorParameters<typeof CatalogDatabase>[0] & { readonly path: string };

/** Whole lines of the export in NDJSON, or null after the last ones. The thread answers each message, or ends with an error. */
type Message = string | null;

/**
 * Writes a database in a worker thread, from the lines of an export in NDJSON, in portions of whole lines. This thread only makes the lines.
 * @throws {Error} when the database cannot be written or the signal is aborted; a part of the file may be left then.
 */
export async function writeInThread(
  order: Order,
  portions: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(import.meta.url), { workerData: order, env: process.env });
  const ended = once(worker, 'exit', { signal }).then(() => {
    throw new Error('the thread that writes the database has ended');
  });
  ended.catch(() => undefined);
  const send = async (message: Message): Promise<void> => {
    worker.postMessage(message);
    await Promise.race([once(worker, 'message'), ended]);
  };

  try {
    for await (const lines of portions) await send(lines);
    await send(null);
  } finally {
    await worker.terminate();
  }
}

function write(lines: string, database: CatalogDatabase): void {
  for (const line of lines.split('\n')) if (line !== '') database.add(JSON.parse(line) as Service);
}

if (!isMainThread && parentPort) {
  const port = parentPort;
  // Requests go first where cores are few. On Linux, a priority is that of the calling thread; elsewhere, it is that of the whole process.
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const { path, ...content } = workerData as Order;
  const database = new CatalogDatabase(content, path);

  port.on('message', (message: Message) => {
    if (message === null) {
      database.finish();
      database.close();
    } else write(message, database);
    port.postMessage('done');
  });
}
