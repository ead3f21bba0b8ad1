import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3';
import { errorCode, messageOf } from '../../domain/error-code.ts';
import { type StateFault, StateUnavailable } from '../../domain/unavailable.ts';
import { fileFault, isOfPath } from '../../domain/system-fault.ts';

const elsewhere = 'or set DATA_DIR to another folder';

/** The fault of a database and its cure, as sentences that begin with the path of its file. */
const sentences: Readonly<Record<StateFault, string>> = {
  busy: 'is locked by another process; wait for that process or stop it, then try again',
  damaged: `is damaged, or no database of Tollbook; move or delete it (a new one begins without API keys and history), ${elsewhere}`,
  full: `cannot be written, because its disk is full; free some space, ${elsewhere}`,
  unreachable: `cannot be opened, read or written; see that it is a file and that this user may read and write it and its folder, ${elsewhere}`,
};

/** Prefixes of SQLite result codes (https://www.sqlite.org/rescode.html), and codes of the file system. */
const faults: readonly (readonly [code: string, fault: StateFault])[] = [
  ['SQLITE_BUSY', 'busy'],
  // Another process is recovering the write-ahead log.
  ['SQLITE_PROTOCOL', 'busy'],
  ['SQLITE_CORRUPT', 'damaged'],
  ['SQLITE_NOTADB', 'damaged'],
  // Our statements match our schema, so these must be somebody else's tables.
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

/** Whether another process holds a lock, so that a retry may succeed. */
export function isBusy(error: unknown): boolean {
  return error instanceof Database.SqliteError && faultOf(error) === 'busy';
}

/** For a database that opens but does not hold what it should. */
export function damaged(path: string, reason: string): StateUnavailable {
  return new StateUnavailable('damaged', `the state database ${path} ${sentences.damaged} (${reason})`);
}

/** Wraps errors that the file or its disk caused, naming the file and the cure. Returns all other errors unchanged. */
export function asUnavailable(error: unknown, path: string): unknown {
  const known = faultOf(error);
  if (known === undefined || error instanceof StateUnavailable) return error;

  // SQLite reports a full disk as an I/O error when it cannot create its shared memory or a journal.
  const fault = known === 'unreachable' && isFull(dirname(path)) ? 'full' : known;
  const reason = isOfPath(error) ? fileFault(error) : messageOf(error);
  return new StateUnavailable(fault, `the state database ${path} ${sentenceOf(fault, path)} (${reason})`, {
    cause: error,
  });
}

function sentenceOf(fault: StateFault, path: string): string {
  return isFolder(path) ? `is a folder; move it away, ${elsewhere}` : sentences[fault];
}

/** The least space that a page, its journal and the shared memory need. */
const minFreeBytes = 64 * 1024;

function isFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < minFreeBytes;
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

  return faults.find(([prefix]) => code.startsWith(prefix))?.[1];
}
