import { open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { StateUnavailable } from '../../domain/unavailable.ts';
import { type Answer, type Asked, StateDatabase, statementOf, type Work } from '../state/database.ts';
import { errorCode } from '../../domain/error-code.ts';
import { makeFolder, syncFolder } from '../durable-file.ts';
import { fileIn, inodeOf, openMigrated, refuseDamaged, writeVersion } from './database-file.ts';
import { GroupedWrites } from '../state/grouped-writes.ts';
import { rowOf } from '../state/row.ts';
import { sql, type Statement } from '../state/sql.ts';
import { asUnavailable, isBusy } from './fault.ts';

const tableIn = rowOf({ name: z.string() });

const noRows: readonly unknown[] = [];

interface Options {
  /** How long to retry while another process holds a lock; 5 s by default. */
  readonly lockTimeoutMs?: number;
}

/** The most works in one transaction: more would keep other processes from writing for too long. */
const maxTogether = 64;

/** How often to look whether the file was deleted or replaced. */
const fileCheckMs = 250;
const defaultLockTimeoutMs = 5_000;
const retryDelayMs = 20;

/** `/health` must answer quickly; the locks that other commands take are shorter than this. */
const pingLockTimeoutMs = 200;

/** The log may grow to 64 MiB before the event loop has to empty it; its thread does so every second. */
const deferredCheckpoints = 'wal_autocheckpoint = 16384';

/** How much free space is given back at once, in pages of 4 KiB: about a millisecond's worth. */
const pagesGivenBack = 64;

/**
 * The state in a SQLite file, which may be deleted at any time, even under a running server, which then creates a new one; only the contents
 * are lost. Work runs in one turn of the event loop, so nothing comes between its statements. Works that are submitted together share a
 * transaction.
 *
 * SQLite waits for locks of other processes by blocking the thread, and with it every request. We therefore set its timeout to zero
 * and retry after a pause. After `lockTimeoutMs`, operations reject with `StateUnavailable`.
 */
export class SqliteDatabase extends StateDatabase {
  readonly #path: string;
  readonly #lockTimeoutMs: number;
  #open: Database.Database;
  #inode: number | undefined;
  #checkedAt = -Infinity;
  /** Databases whose files were deleted while they were open; see `#reopen`. */
  readonly #replaced: Database.Database[] = [];
  readonly #statements = new Map<string, Database.Statement>();
  readonly #writes: GroupedWrites;
  #checkpoints: Worker | undefined;
  /** Whether anything was written since the last sync. */
  #hasWritten = false;
  /** A lasting fault. `ping` remembers it, because reading the first page may succeed all the same. */
  #fault: StateUnavailable | undefined;

  private constructor(path: string, open: Database.Database, lockTimeoutMs: number) {
    super();
    this.#path = path;
    this.#lockTimeoutMs = lockTimeoutMs;
    this.#writes = new GroupedWrites({
      ...{ timeoutMs: lockTimeoutMs, maxTogether },
      commit: async (works, deadline) => {
        const results = await this.#retryWhileLocked(() => this.#commit(works), deadline);
        await this.#sync();
        return results;
      },
    });
    this.#open = open;
    this.#inode = inodeOf(path);
  }

  /** @throws {NewerDatabase | StateUnavailable} */
  static async open(
    path: string,
    { lockTimeoutMs = defaultLockTimeoutMs }: Options = {},
  ): Promise<SqliteDatabase> {
    await makeFolder(dirname(path));
    const deadline = performance.now() + lockTimeoutMs;
    const open = await retryWhileLocked(path, () => openMigrated(path), deadline);
    await retryWhileLocked(path, () => refuseDamaged(open, path), deadline);
    await syncFolder(dirname(path));

    return new SqliteDatabase(path, open, lockTimeoutMs);
  }

  /** Opens the database of a data folder. @throws {NewerDatabase | StateUnavailable} */
  static in(folder: string): Promise<SqliteDatabase> {
    return SqliteDatabase.open(fileIn(folder));
  }

  static isIn(folder: string): boolean {
    return inodeOf(fileIn(folder)) !== undefined;
  }

  override allAs<Value>(read: (row: unknown) => Value, ...asked: Asked): Promise<readonly Value[]> {
    const { sql: text, values } = statementOf(asked);
    return this.#retryWhileLocked(
      () => Array.from(this.#statement(text).iterate(values), read),
      performance.now() + this.#lockTimeoutMs,
    );
  }

  read<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#retryWhileLocked(() => this.#finish(work()), performance.now() + this.#lockTimeoutMs);
  }

  transaction<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#writes.submit(work);
  }

  async tablesWith(column: string): Promise<string[]> {
    const tables = await this.allAs(
      tableIn,
      sql`SELECT schema.name FROM sqlite_schema AS schema JOIN pragma_table_info(schema.name) AS field
          WHERE schema.type = 'table' AND field.name = ${column}`,
    );

    return tables.map(({ name }) => name);
  }

  async ping(): Promise<void> {
    const deadline = performance.now() + pingLockTimeoutMs;
    await this.#retryWhileLocked(() => {
      const database = this.#current();
      if (this.#fault?.fault === 'damaged') throw this.#fault;

      database
        .transaction(() => {
          database.prepare('SELECT count(*) FROM sqlite_schema').get();
          // Only a real write can show that the disk has room again.
          if (this.#fault?.fault === 'full') writeVersion(database);
        })
        .immediate();
      this.#fault = undefined;
    }, deadline);
  }

  /** Rewrites the file. It takes as much space again meanwhile, and blocks until it is done. */
  async compact(): Promise<void> {
    await this.#retryWhileLocked(() => {
      const database = this.#current();
      database.exec('VACUUM');
      database.pragma('wal_checkpoint(TRUNCATE)');
    }, performance.now() + this.#lockTimeoutMs);
  }

  async giveBackSpace(): Promise<void> {
    for (let left = Infinity; left > 0;) {
      const free = await this.#retryWhileLocked(() => {
        const database = this.#current();
        database.pragma(`incremental_vacuum(${String(pagesGivenBack)})`);
        return Number(database.pragma('freelist_count', { simple: true }));
      }, performance.now() + this.#lockTimeoutMs);
      left = free < left ? free : 0;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Leaves waiting for the disk to a thread from now on: for servers, whose event loop must not wait. */
  checkpointInThread(): void {
    const module = new URL('./checkpoint-thread.ts', import.meta.url);
    const worker = new Worker(module, { workerData: { path: this.#path }, env: process.env });
    // Without the thread, SQLite does its work as usual, only later.
    worker.on('error', () => undefined);
    worker.unref();
    this.#checkpoints = worker;
    this.#open.pragma(deferredCheckpoints);
  }

  /** Writes what waits first. */
  async close(): Promise<void> {
    await this.#writes.end();
    this.#open.close();
    await this.#checkpoints?.terminate();
  }

  /** An immediate transaction meets locks at its beginning rather than halfway through. */
  #commit(works: readonly (() => Work<unknown>)[]): unknown[] {
    return this.#current()
      .transaction(() => works.map((work) => this.#finish(work())))
      .immediate();
  }

  /**
   * Makes what was written survive a power cut. SQLite would do so before each commit returns (`synchronous = FULL`), which blocks the
   * event loop; here it waits in a thread, once for all works that were committed together.
   */
  async #sync(): Promise<void> {
    if (!this.#hasWritten) return;

    this.#hasWritten = false;
    try {
      const log = await open(`${this.#path}-wal`, 'r');
      await log.datasync().finally(() => log.close());
    } catch (error) {
      // Somebody has deleted the database; there is nothing left to lose.
      if (errorCode(error) === 'ENOENT') return;
      throw asUnavailable(error, this.#path);
    }
  }

  #finish<Result>(work: Work<Result>): Result {
    let step = work.next();
    while (step.done !== true) step = work.next(this.#answer(step.value));
    return step.value;
  }

  #answer({ sql: text, values }: Statement): Answer {
    const statement = this.#statement(text);
    if (!statement.readonly) this.#hasWritten = true;

    return statement.reader
      ? { rows: statement.all(values), changes: 0 }
      : { rows: noRows, changes: statement.run(values).changes };
  }

  async #retryWhileLocked<Result>(attempt: () => Result, deadline: number): Promise<Result> {
    try {
      return await retryWhileLocked(this.#path, attempt, deadline);
    } catch (error) {
      const isLasting = error instanceof StateUnavailable && ['damaged', 'full'].includes(error.fault);
      if (isLasting) this.#fault = error;
      throw error;
    }
  }

  #statement(sql: string): Database.Statement {
    const database = this.#current();
    const cached = this.#statements.get(sql);
    if (cached) return cached;

    const prepared = database.prepare(sql);
    this.#statements.set(sql, prepared);
    return prepared;
  }

  /** The open database, reopened first when its file was deleted or replaced. */
  #current(): Database.Database {
    if (this.#open.inTransaction || performance.now() - this.#checkedAt < fileCheckMs) return this.#open;

    const inode = inodeOf(this.#path);
    if (inode === undefined || inode !== this.#inode) this.#reopen();
    this.#checkedAt = performance.now();
    return this.#open;
  }

  #reopen(): void {
    const opened = openMigrated(this.#path);
    if (this.#checkpoints) opened.pragma(deferredCheckpoints);
    // The old one stays open: closing it makes SQLite delete the write-ahead log by name, which now belongs to the new database.
    this.#replaced.push(this.#open);
    this.#statements.clear();
    this.#open = opened;
    this.#inode = inodeOf(this.#path);
    this.#fault = undefined;
  }
}

/** Retries an attempt that meets a lock until `deadline` (`performance.now()`), leaving the event loop free in between. */
async function retryWhileLocked<Result>(
  path: string,
  attempt: () => Result,
  deadline: number,
): Promise<Result> {
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error) || performance.now() >= deadline) throw asUnavailable(error, path);
    }
    await sleep(retryDelayMs);
  }
}
