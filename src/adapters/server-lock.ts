import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { messageOf } from '../domain/error-code.ts';

/** Another server holds the lock of the catalog; the message names its process. */
export class CatalogInUse extends Error {
  override readonly name = 'CatalogInUse';
}

/** The lock file cannot be used; the message names the file, the fault and the cure. */
export class LockUnusable extends Error {
  override readonly name = 'LockUnusable';
}

/**
 * Locks a catalog folder for this process. It takes an exclusive lock on a small SQLite file, which the operating system releases
 * however the process dies, so a stale lock is impossible.
 * @throws {CatalogInUse | LockUnusable}
 */
export async function claimCatalog(folder: string, stateFolder: string): Promise<{ release(): void }> {
  const tag = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12);
  const path = join(stateFolder, `tollbook-${tag}.lock`);
  const holder = `${path}.pid`;

  try {
    const lock = lockExclusively(path);
    await writeHolder(holder);
    return { release: () => void lock.close() };
  } catch (error) {
    if (!isHeld(error)) throw unusable(path, error);

    const pid = await readFile(holder, 'utf8').catch(() => 'unknown');
    throw new CatalogInUse(
      `the catalog folder ${folder} is already served by another Tollbook (process ${pid}); stop it first, or set CATALOG_DIR to another folder`,
      { cause: error },
    );
  }
}

function lockExclusively(path: string): Database.Database {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.pragma('locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Best effort: the lock holds without this file, but a second server then cannot name the first. */
async function writeHolder(path: string): Promise<void> {
  await writeFile(path, String(process.pid)).catch(() => rm(path, { force: true }));
}

function isHeld(error: unknown): boolean {
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
}

function unusable(path: string, error: unknown): LockUnusable {
  const isDamaged = error instanceof Database.SqliteError && /^SQLITE_(NOTADB|CORRUPT)/.test(error.code);
  const cure = isDamaged
    ? 'is damaged; delete it, it holds nothing'
    : 'cannot be used; see that it is a file, that this user may write it and its folder, and that its disk has room';
  const reason = messageOf(error);

  return new LockUnusable(`the lock file ${path} ${cure} (${reason})`, { cause: error });
}
