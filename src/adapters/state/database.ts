/** One SQL statement. Each `?` in it stands for a value: a text, a whole number, bytes or null. */
export interface Statement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** The answer to a statement. Rows come untyped: parse them before use. */
export interface Answer {
  readonly rows: readonly unknown[];
  readonly changes: number;
}

/**
 * Statements that belong together: a generator that yields each and gets its answer. Whoever runs it decides when answers come, so the same
 * work runs in one turn of the event loop with SQLite, and over the network with PostgreSQL.
 */
export type Work<Result> = Generator<Statement, Result, Answer>;

export function* all(sql: string, ...values: readonly unknown[]): Work<readonly unknown[]> {
  return (yield { sql, values }).rows;
}

export function* get(sql: string, ...values: readonly unknown[]): Work<unknown> {
  return (yield { sql, values }).rows[0];
}

/** Returns the number of rows that a statement changed. */
export function* run(sql: string, ...values: readonly unknown[]): Work<number> {
  return (yield { sql, values }).changes;
}

/**
 * The database of everything that is not declared: API keys, idempotency, the change log, checks. Methods reject with `StateUnavailable` when
 * it cannot perform them.
 */
export interface StateDatabase {
  all(sql: string, ...values: readonly unknown[]): Promise<readonly unknown[]>;
  /** What `read` makes of each row of a statement. Rows may be forgotten one by one, which spares the memory of many. */
  allAs<Value>(
    read: (row: unknown) => Value,
    sql: string,
    ...values: readonly unknown[]
  ): Promise<readonly Value[]>;
  get(sql: string, ...values: readonly unknown[]): Promise<unknown>;
  /** Runs reads that belong together: they see one moment. They may run more than once. */
  read<Result>(work: () => Work<Result>): Promise<Result>;
  run(sql: string, ...values: readonly unknown[]): Promise<number>;
  /**
   * Runs work in a transaction, as if no other ran meanwhile; those of one process in the order of the calls. It may run more than once, so it must
   * have no other side effects.
   */
  transaction<Result>(work: () => Work<Result>): Promise<Result>;
  tablesWith(column: string): Promise<string[]>;
  /** Rejects unless the database can be read and written; quickly, even when it is busy. */
  ping(): Promise<void>;
  /** Leaves nothing in the files of rows that were deleted. May take long: for commands, not for servers. */
  compact(): Promise<void>;
  /** Gives free space back to the disk, a little at a time. */
  giveBackSpace(): Promise<void>;
  close(): Promise<void>;
}

/** SQL that inserts a row, or replaces what the row with the same key has in these columns. */
export function upsert(table: string, key: readonly string[], columns: readonly string[]): string {
  const all = [...key, ...columns];
  const replaced = columns.map((column) => `${column} = excluded.${column}`);

  return `INSERT INTO ${table} (${all.join()}) VALUES (${all.map(() => '?').join()})
    ON CONFLICT (${key.join()}) DO UPDATE SET ${replaced.join()}`;
}
