import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { syncFolder, temporaryName } from '../durable-file.ts';
import { fileIn } from './database-file.ts';
import { asUnavailable, damaged } from './fault.ts';

/** How long to wait for a process that has locked the file. Nothing else runs in this one. */
const lockTimeoutMs = 5_000;

/** Only its owner may read a backup: it holds the secrets of webhooks. */
const ownerOnly = 0o600;

/**
 * Writes the state of a data folder, as it is at one moment, into a new file, which is durable and checked once this resolves. A server may be
 * running: its writes go on meanwhile.
 * @throws {Error} when the file exists
 * @throws {StateUnavailable} when there is no state, or it cannot be read
 */
export async function backUpState(folder: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} is there already; name a new file`);

  const temporary = temporaryName(to);
  await createEmpty(temporary);
  try {
    copyInto(temporary, fileIn(folder));
    await sync(temporary);
    await rename(temporary, to);
    await syncFolder(dirname(to));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function createEmpty(path: string): Promise<void> {
  await rm(path, { force: true });
  await (await open(path, 'wx', ownerOnly)).close();
}

function copyInto(path: string, source: string): void {
  try {
    withDatabase(source, (database) => database.prepare('VACUUM INTO ?').run(path));
    const found = withDatabase(path, (database) => database.pragma('quick_check(1)', { simple: true }));
    if (found !== 'ok') throw damaged(source, String(found));
  } catch (error) {
    throw asUnavailable(error, source);
  }
}

function withDatabase(path: string, use: (database: Database.Database) => unknown): unknown {
  const database = new Database(path, { fileMustExist: true, timeout: lockTimeoutMs });
  try {
    return use(database);
  } finally {
    database.close();
  }
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  await file.sync().finally(() => file.close());
}
