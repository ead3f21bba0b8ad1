import { mkdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { StateUnavailable } from '../../domain/state-unavailable.ts';
import { asUnavailable, damaged, isBusy } from './fault.ts';
import { migrations, tables } from './migrations.ts';

/** The state database was made by a newer Tollbook. */
export class NewerDatabase extends Error {
  override readonly name = 'NewerDatabase';
}

/** What can be asked of the database. Rows come as SQLite gives them; parse them before use. */
export interface Statements {
  all(sql: string, ...values: unknown[]): unknown[];
  get(sql: string, ...values: unknown[]): unknown;
  /** Gives how many rows changed. */
  run(sql: string, ...values: unknown[]): number;
}

interface Options {
  /** How long to wait for other processes that hold the database locked. */
  readonly patienceMs?: number;
}

const checkEveryMs = 250;
const defaultPatienceMs = 5_000;
const pauseMs = 20;

/** Health must answer soon; the short locks of other commands end within this time. */
const pingPatienceMs = 200;

/** SQLite checks some 300 MB a second, and a start must not wait for more than a moment. */
const checkedBytes = 64 * 1024 * 1024;

/**
 * The SQLite database of everything that is not declared: keys, idempotency, changes. It may be deleted at any time, also under
 * a running server: then a new one is made in its place, and only what it held is gone.
 *
 * SQLite waits for the locks of other processes by blocking the thread, and every request with it. So we never let it wait:
 * whatever meets a lock is tried again after a pause. When patience ends, operations reject with `StateUnavailable`.
 */
export class StateDatabase {
  readonly #path: string;
  readonly #patienceMs: number;
  #open: Database.Database;
  #inode: number | undefined;
  #checkedAt = -Infinity;
  /** Databases whose files were deleted while they were open. */
  readonly #replaced: Database.Database[] = [];
  readonly #statements = new Map<string, Database.Statement>();
  /** Writes keep their order, also where the first of them has to wait. */
  #writes: Promise<unknown> = Promise.resolve();
  /** A fault that reading the first page does not show again. */
  #fault: StateUnavailable | undefined;

  private constructor(path: string, open: Database.Database, patienceMs: number) {
    this.#path = path;
    this.#patienceMs = patienceMs;
    this.#open = open;
    this.#inode = inodeOf(path);
  }

  /** @throws {NewerDatabase | StateUnavailable} */
  static async open(path: string, { patienceMs = defaultPatienceMs }: Options = {}): Promise<StateDatabase> {
    const until = performance.now() + patienceMs;
    const open = await patiently(path, () => openMigrated(path), until);
    await patiently(path, () => refuseDamaged(open, path), until);

    return new StateDatabase(path, open, patienceMs);
  }

  /** Opens the one of a data folder. @throws {NewerDatabase | StateUnavailable} */
  static in(folder: string): Promise<StateDatabase> {
    return StateDatabase.open(join(folder, 'tollbook.db'));
  }

  all(sql: string, ...values: unknown[]): Promise<unknown[]> {
    return this.#read((statements) => statements.all(sql, ...values));
  }

  get(sql: string, ...values: unknown[]): Promise<unknown> {
    return this.#read((statements) => statements.get(sql, ...values));
  }

  run(sql: string, ...values: unknown[]): Promise<number> {
    return this.transaction((statements) => statements.run(sql, ...values));
  }

  /** Does all of `work`, or nothing of it. It may run more than once, so it must do nothing beside. */
  transaction<Result>(work: (statements: Statements) => Result): Promise<Result> {
    const until = performance.now() + this.#patienceMs;
    // Immediate: a lock shows at the beginning, not halfway.
    const attempt = (): Result =>
      this.#current()
        .transaction(() => work(this.#plain))
        .immediate();
    const written = this.#writes.then(() => this.#patiently(attempt, until));

    this.#writes = written.catch(() => undefined);
    return written;
  }

  /** Rejects when the database cannot be read and written, soon also where another process holds it locked. */
  async ping(): Promise<void> {
    const until = performance.now() + pingPatienceMs;
    await this.#patiently(() => {
      const database = this.#current();
      if (this.#fault?.fault === 'damaged') throw this.#fault;

      database
        .transaction(() => {
          database.prepare('SELECT count(*) FROM sqlite_schema').get();
          // Only a real write tells whether the disk has room again.
          if (this.#fault?.fault === 'full') stampVersion(database);
        })
        .immediate();
      this.#fault = undefined;
    }, until);
  }

  close(): void {
    this.#open.close();
  }

  readonly #plain: Statements = {
    all: (sql, ...values) => this.#statement(sql).all(...values),
    get: (sql, ...values) => this.#statement(sql).get(...values),
    run: (sql, ...values) => this.#statement(sql).run(...values).changes,
  };

  #read<Result>(work: (statements: Statements) => Result): Promise<Result> {
    return this.#patiently(() => work(this.#plain), performance.now() + this.#patienceMs);
  }

  async #patiently<Result>(attempt: () => Result, until: number): Promise<Result> {
    try {
      return await patiently(this.#path, attempt, until);
    } catch (error) {
      const isLasting = error instanceof StateUnavailable && ['damaged', 'full'].includes(error.fault);
      if (isLasting) this.#fault = error;
      throw error;
    }
  }

  #statement(sql: string): Database.Statement {
    const database = this.#current();
    const known = this.#statements.get(sql);
    if (known) return known;

    const prepared = database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  #current(): Database.Database {
    if (this.#open.inTransaction || performance.now() - this.#checkedAt < checkEveryMs) return this.#open;

    const inode = inodeOf(this.#path);
    if (inode === undefined || inode !== this.#inode) this.#reopen();
    this.#checkedAt = performance.now();
    return this.#open;
  }

  #reopen(): void {
    const opened = openMigrated(this.#path);
    // Not closed: SQLite would remove the write-ahead log by its name, and that is the new database's by now.
    this.#replaced.push(this.#open);
    this.#statements.clear();
    this.#open = opened;
    this.#inode = inodeOf(this.#path);
    this.#fault = undefined;
  }
}

/** Tries until it works or patience ends, and lets other work go on between. */
async function patiently<Result>(path: string, attempt: () => Result, until: number): Promise<Result> {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw asUnavailable(error, path);
    }
    await sleep(pauseMs);
  }
}

function openMigrated(path: string): Database.Database {
  mkdirSync(dirname(path), { recursive: true });
  // What a deleted database left beside itself belongs to nothing.
  if (inodeOf(path) === undefined) for (const rest of ['-wal', '-shm']) rmSync(path + rest, { force: true });

  const database = new Database(path, { timeout: 0 });
  try {
    database.pragma('journal_mode = WAL');
    database.pragma('synchronous = NORMAL');
    bringUpToDate(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** @throws {StateUnavailable} where a check finds the file damaged; a large one shows its damage when it is read. */
function refuseDamaged(database: Database.Database, path: string): void {
  database.prepare(`SELECT 1 FROM ${tables.join()}`);
  if (statSync(path).size > checkedBytes) return;

  const found = String(database.pragma('quick_check(1)', { simple: true }));
  if (found !== 'ok') throw damaged(path, found.replaceAll('\n', ' '));
}

function bringUpToDate(database: Database.Database): void {
  // An up-to-date database is only read, so that a start need not wait for who writes.
  if (versionOf(database) === migrations.length) return;

  // Immediate: of two processes that open a new database at once, one migrates and the other finds it done.
  database
    .transaction(() => {
      migrate(database);
    })
    .immediate();
}

function migrate(database: Database.Database): void {
  const version = versionOf(database);
  if (version > migrations.length) {
    throw new NewerDatabase(
      `the database has schema ${String(version)}, and this Tollbook knows up to ${String(migrations.length)}; update Tollbook, or set DATA_DIR to another folder`,
    );
  }

  for (const step of migrations.slice(version)) database.exec(step);
  stampVersion(database);
}

function versionOf(database: Database.Database): number {
  return Number(database.pragma('user_version', { simple: true }));
}

function stampVersion(database: Database.Database): void {
  database.pragma(`user_version = ${String(migrations.length)}`);
}

function inodeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.ino;
}
