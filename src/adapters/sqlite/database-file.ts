import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { newestVersion, type Schema, stepsFrom } from '../state/schema.ts';
import { createTables, outcomeTables, tables } from '../state/tables.ts';
import { damaged } from './fault.ts';

/** A start must not be slow, and SQLite checks some 300 MB a second, so larger files are not checked. */
const maxCheckedBytes = 64 * 1024 * 1024;

export function openMigrated(path: string): Database.Database {
  mkdirSync(dirname(path), { recursive: true });

  return inodeOf(path) === undefined ? create(path) : openExisting(path);
}

/** Creates the database, unless another process is quicker. */
function create(path: string): Database.Database {
  const lock = new Database(`${path}-lock`, { timeout: 0 });
  try {
    // Under a lock, since the files removed here could otherwise be those of a database that another process has just made.
    lock.exec('BEGIN EXCLUSIVE');
    if (inodeOf(path) === undefined) {
      // A deleted database may have left these behind; the new one must not pick them up.
      for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    }
    return openExisting(path);
  } finally {
    lock.close();
  }
}

/**
 * Opens a database that no other process has open, and locks out all others until it is closed.
 * @throws {Database.SqliteError} `SQLITE_BUSY` while another process has it open
 */
export function openAlone(path: string): Database.Database {
  return openExisting(path, 'EXCLUSIVE');
}

function openExisting(path: string, locking: 'NORMAL' | 'EXCLUSIVE' = 'NORMAL'): Database.Database {
  const database = new Database(path, { timeout: 0 });
  try {
    // Before anything is read: SQLite then takes the file for itself, and every open connection counts as a reader of it.
    database.pragma(`locking_mode = ${locking}`);
    // Only an empty file takes this setting.
    if (isEmpty(database)) database.pragma('auto_vacuum = INCREMENTAL');
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    migrateIfOutdated(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws {StateUnavailable} when the file is damaged. Large files are not checked: their damage shows when it is read. */
export function refuseDamaged(database: Database.Database, path: string): void {
  database.prepare(`SELECT 1 FROM ${tables.join()}`);
  if (statSync(path).size > maxCheckedBytes) return;

  const found = String(database.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok') throw damaged(path, found.replaceAll('\n', ' '));
}

function migrateIfOutdated(database: Database.Database): void {
  // Without a write transaction, a start need not wait for other writers.
  if (versionOf(database) === newestVersion(schema)) return;

  // Immediate, so that when two processes open a new database at once, one migrates and the other finds it done.
  database
    .transaction(() => {
      migrate(database);
    })
    .immediate();
}

function isEmpty(database: Database.Database): boolean {
  return database.pragma('page_count', { simple: true }) === 0;
}

function migrate(database: Database.Database): void {
  for (const step of stepsFrom(versionOf(database), schema, 'set DATA_DIR to another folder')) {
    database.exec(step);
  }
  writeVersion(database);
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

export function writeVersion(database: Database.Database): void {
  database.pragma(`user_version = ${String(newestVersion(schema))}`);
}

export function fileIn(folder: string): string {
  return join(folder, 'tollbook.db');
}

export function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}

/** `user_version` of a database is the version. */
export const schema: Schema = {
  first: 27,
  steps: [
    `${createTables}
  INSERT INTO feed (id, epoch, is_seeded, is_pruned) VALUES (1, lower(hex(randomblob(8))), 0, 0);
  INSERT INTO sqlite_sequence (name, seq) VALUES ('feed_change', 1099511627776);
  `,
    // Checks were packed in another form.
    `UPDATE standing SET recent = x''; DELETE FROM check_month`,
    outcomeTables,
  ],
};
