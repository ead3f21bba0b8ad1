import { once } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { RecordDamaged } from './record-file.ts';
import { compareCatalog, type Comparison, type FolderDifference } from './compare-catalog.ts';

/*
 * A worker thread that compares a catalog folder with what is kept of it, once it is told of both.
 */

export type LastAnswer = 'damaged' | 'done';

export type ThreadAnswer = FolderDifference | { readonly fault: string } | LastAnswer;

const port = parentPort;
if (!port) throw new Error('this module is the main module of a worker thread');

const answer = (message: ThreadAnswer): void => {
  port.postMessage(message);
};

const [comparison] = (await once(port, 'message')) as [Comparison];
try {
  for await (const found of compareCatalog(comparison)) answer(found);
  answer('done');
} catch (error) {
  if (!(error instanceof RecordDamaged)) throw error;
  answer('damaged');
}
