import { setInterval } from 'node:timers/promises';
import { workerData } from 'node:worker_threads';
import Database from 'better-sqlite3';
import { z } from 'zod';

/*
 * A worker thread that moves what was written from the write-ahead log into the database file. That waits for the disk, and would delay
 * every request if the event loop did it.
 */

const everyMs = 1_000;

const { path } = z.object({ path: z.string() }).parse(workerData);

for await (const _ of setInterval(everyMs)) checkpoint();

/** Opens the file each time, since it may be deleted or replaced at any time. What fails now is done at the next time. */
function checkpoint(): void {
  try {
    const database = new Database(path, { fileMustExist: true, timeout: 0 });
    try {
      database.pragma('wal_autocheckpoint = 0');
      database.pragma('wal_checkpoint(PASSIVE)');
    } finally {
      database.close();
    }
  } catch (error) {
    if (!(error instanceof Database.SqliteError) && !(error instanceof TypeError)) throw error;
  }
}
