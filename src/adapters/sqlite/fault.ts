import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode } from '../../domain/error-code.ts';
import { type StateFault, StateUnavailable } from '../../domain/state-unavailable.ts';

const elsewhere = 'or set DATA_DIR to another folder';

/** What is wrong with a database, and the cure; each follows the path of its file. */
const sentences: Readonly<Record<StateFault, string>> = {
  busy: 'is locked by another process; wait for that process or stop it, then try again',
  damaged: `is damaged, or no database of Tollbook; move or delete it (a new one begins without API keys and history), ${elsewhere}`,
  full: `cannot be written, because its disk is full; free some space, ${elsewhere}`,
  unreachable: `cannot be opened, read or written; see that it is a file and that this user may read and write it and its folder, ${elsewhere}`,
};

/** Result codes by how they begin: https://www.sqlite.org/rescode.html. Codes of the file system stand beside them. */
const faults: readonly (readonly [code: string, fault: StateFault])[] = [
  ['SQLITE_BUSY', 'busy'],
  // Another process recovers the write-ahead log.
  ['SQLITE_PROTOCOL', 'busy'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  // Our statements are right for our tables, so these are others.
  ['SQLITE_ERROR', 'damaged'],
  ['SQLITE_FULL', 'full'],
  ['ENOSPC', 'full'],
  ['EDQUOT', 'full'],
  ['SQLITE_CANTOPEN', 'unreachable'],
  ['SQLITE_READONLY', 'unreachable'],
  ['SQLITE_IOERR', 'unreachable'],
  ['SQLITE_PERM', 'unreachable'],
  ['EACCES', 'unreachable'],
  ['EPERM', 'unreachable'],
  ['EROFS', 'unreachable'],
  ['ENOTDIR', 'unreachable'],
  ['EEXIST', 'unreachable'],
  ['EIO', 'unreachable'],
];

/** Whether another process is in the way, so that the same may work a moment later. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && faultOf(error) === 'busy';
}

/** A database that opened, but does not hold what it should. */
export function damaged(path: string, reason: string): StateUnavailable {
  return new StateUnavailable('damaged', `the state database ${path} ${sentences.damaged} (${reason})`);
}

/** The same error, as one that names the file and the cure, where the file or its disk is at fault rather than what was asked. */
export function asUnavailable(error: unknown, path: string): unknown {
  const known = faultOf(error);
  if (known === undefined || error instanceof StateUnavailable) return error;

  // SQLite calls a full disk an I/O error where it was about to make its shared memory or a journal.
  const fault = known === 'unreachable' && isFull(dirname(path)) ? 'full' : known;
  const reason = error instanceof Error ? error.message : String(error);
  return new StateUnavailable(fault, `the state database ${path} ${sentenceOf(fault, path)} (${reason})`, {
    cause: error,
  });
}

function sentenceOf(fault: StateFault, path: string): string {
  return isFolder(path) ? `is a folder; move it away, ${elsewhere}` : sentences[fault];
}

/** A page, its journal and the shared memory do not fit into less. */
const leastFree = 64 * 1024;

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < leastFree;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function faultOf(error: unknown): StateFault | undefined {
  const code = errorCode(error) ?? '';

  return faults.find(([beginning]) => code.startsWith(beginning))?.[1];
}
