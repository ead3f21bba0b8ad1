import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { type KeptTables, keptTables } from './kept-tables.ts';
import { compareCatalog, type Comparison, type Found, type LastAnswer } from './compare-catalog.ts';

/*
 * A worker thread that compares a catalog folder with what is kept of it, once it is told of both. If it knows where that is kept, it reads the
 * tables first, for the thread that started it.
 */

export interface ThreadData {
  readonly keptAt: string | undefined;
}

/** The tables come before anything else. */
export type ThreadAnswer = { readonly tables: KeptTables | undefined } | Found | LastAnswer;

const port = parentPort;
if (!port) throw new Error('this module is the main module of a worker thread');

const answer = (message: ThreadAnswer): void => {
  port.postMessage(message);
};

const { keptAt } = workerData as ThreadData;
const asked = once(port, 'message') as Promise<[Comparison]>;
if (keptAt !== undefined) answer({ tables: keptTables(keptAt) });

const [comparison] = await asked;
answer(await compareCatalog(comparison, answer));
