import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../domain/error-code.ts';
import type { Service } from '../views/service.ts';
import { CatalogDatabase } from './catalog-database.ts';

/*
 * A worker thread that writes one database from the lines of an export, which come in portions. It answers each of them.
 */

export type ThreadData = ConstructorParameters<typeof CatalogDatabase>[0] & { readonly path: string };

/** Whole lines of the export in NDJSON, or null after the last ones. */
export type ThreadRequest = string | null;

/** Empty when the request was fulfilled. */
export interface ThreadAnswer {
  readonly failure?: string;
}

const port = parentPort;
if (!port) throw new Error('this module is the main module of a worker thread');

// Requests go first where cores are few. On Linux, a priority is that of the calling thread; elsewhere, it is that of the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { path, ...content } = workerData as ThreadData;
let database: CatalogDatabase | undefined;

function fulfil(lines: ThreadRequest): void {
  database ??= new CatalogDatabase(content, path);
  if (lines === null) {
    database.finish();
    database.close();
  } else for (const line of lines.split('\n')) if (line !== '') database.add(JSON.parse(line) as Service);
}

port.on('message', (lines: ThreadRequest) => {
  let answer: ThreadAnswer = {};
  try {
    fulfil(lines);
  } catch (error) {
    answer = { failure: messageOf(error) };
  }
  port.postMessage(answer);
});
