import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { migrations } from './migrations.ts';

/** The state database was made by a newer Tollbook. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

const checkEveryMs = 250;
const busyTries = 200;
const busyPauseMs = 20;

/**
 * The SQLite database of everything that is not declared: keys, idempotency, changes. It may be deleted at any time, also under
 * a running server: then a new one is made in its place, and only what it held is gone.
 */
export class StateDatabase {
  readonly #path: string;
  #open: Database.Database;
  #inode: number | undefined;
  #checkedAt = 0;
  /** Databases whose files were deleted while they were open. */
  readonly #replaced: Database.Database[] = [];

  /** @throws {NewerDatabase} */
  constructor(path: string) {
    this.#path = path;
    this.#open = openMigrated(path);
    this.#inode = inodeOf(path);
  }

  /** The one of a data folder. @throws {NewerDatabase} */
  static in(folder: string): StateDatabase {
    return new StateDatabase(join(folder, 'tollbook.db'));
  }

  /** Rows of a query, as SQLite gives them; parse them before use. */
  all(sql: string, ...values: unknown[]): unknown[] {
    return this.#statement(sql).all(...values);
  }

  get(sql: string, ...values: unknown[]): unknown {
    return this.#statement(sql).get(...values);
  }

  run(sql: string, ...values: unknown[]): number {
    return this.#statement(sql).run(...values).changes;
  }

  /** All of `work`, or nothing of it. */
  transaction(work: () => void): void {
    this.#current().transaction(work)();
  }

  /** Rejects when the database does not answer. */
  async ping(): Promise<void> {
    return Promise.resolve(void this.get('SELECT 1'));
  }

  close(): void {
    this.#open.close();
  }

  readonly #statements = new Map<string, Database.Statement>();

  #statement(sql: string): Database.Statement {
    const database = this.#current();
    const known = this.#statements.get(sql);
    if (known) return known;

    const prepared = database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #current(): Database.Database {
    if (this.#open.inTransaction || Date.now() - this.#checkedAt < checkEveryMs) return this.#open;

    this.#checkedAt = Date.now();
    const inode = inodeOf(this.#path);
    if (inode !== undefined && inode === this.#inode) return this.#open;

    // Not closed: SQLite would remove the write-ahead log by its name, and that is the new database's by now.
    this.#replaced.push(this.#open);
    this.#statements.clear();
    this.#open = openMigrated(this.#path);
    this.#inode = inodeOf(this.#path);
    return this.#open;
  }
}

function openMigrated(path: string): Database.Database {
  mkdirSync(dirname(path), { recursive: true });
  // What a deleted database left beside itself belongs to nothing.
  if (inodeOf(path) === undefined) for (const rest of ['-wal', '-shm']) rmSync(path + rest, { force: true });

  const database = new Database(path, { timeout: 5000 });
  patiently(() => database.pragma('journal_mode = WAL'));
  database.pragma('synchronous = NORMAL');

  // Immediate: of two processes that open a new database at once, one migrates and the other finds it done.
  database
    .transaction(() => {
      migrate(database);
    })
    .immediate();
  return database;
}

/** SQLite does not wait for a lock when it changes the journal mode, although it does everywhere else. */
function patiently<Result>(work: () => Result): Result {
  for (let tries = 1; ; tries += 1) {
    try {
      return work();
    } catch (error) {
      const isBusy = error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY');
      if (!isBusy || tries === busyTries) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, busyPauseMs);
    }
  }
}

function migrate(database: Database.Database): void {
  const version = Number(database.pragma('user_version', { simple: true }));
  if (version > migrations.length) {
    database.close();
    throw new NewerDatabase(
      `the database has schema ${String(version)}, and this Tollbook knows up to ${String(migrations.length)}; update Tollbook, or set DATA_DIR to another folder`,
    );
  }

  for (const step of migrations.slice(version)) database.exec(step);
  database.pragma(`user_version = ${String(migrations.length)}`);
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
