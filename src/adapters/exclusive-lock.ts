import { readFile, rm, writeFile } from 'node:fs/promises';
import Database from 'better-sqlite3';
import { messageOf } from '../domain/error-code.ts';

export class LockHeld extends Error {
  override readonly name = 'LockHeld';
  /** Its id, or `unknown`. */
  readonly holder: string;

  constructor(path: string, holder: string, options: ErrorOptions) {
    super(`the lock file ${path} is held by another process (${holder})`, options);
    this.holder = holder;
  }
}

/** The lock file cannot be used; the message names the file, the fault and the cure. */
export class LockUnusable extends Error {
  override readonly name = 'LockUnusable';
}

/**
 * Takes a lock for this process: an exclusive lock on a small SQLite file, which the operating system releases however the process dies,
 * so a stale lock is impossible.
 * @throws {LockHeld | LockUnusable}
 */
export async function takeLock(path: string): Promise<{ release(): void }> {
  const holder = `${path}.pid`;

  try {
    const lock = lockExclusively(path);
    await writeHolder(holder);
    return { release: () => void lock.close() };
  } catch (error) {
    if (!isHeld(error)) throw unusable(path, error);

    const pid = await readFile(holder, 'utf8').catch(() => 'unknown');
    throw new LockHeld(path, /^\d{1,10}$/.test(pid) ? pid : 'unknown', { cause: error });
  }
}

/**
 * Takes a lock as `takeLock` does, in a third of a millisecond, and leaves no word of who holds it.
 * @throws {LockHeld | LockUnusable}
 */
export function takeShortLock(path: string): { release(): void } {
  try {
    const lock = lockExclusively(path);
    return { release: () => void lock.close() };
  } catch (error) {
    throw isHeld(error) ? new LockHeld(path, 'unknown', { cause: error }) : unusable(path, error);
  }
}

function lockExclusively(path: string): Database.Database {
  const lock = new Database(path, { timeout: 0 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    throw error;
  }
}

/** Best effort: the lock holds without this file, but others then cannot name its holder. */
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
