import { Statement } from './sql.ts';

/** The answer to a statement. Rows come untyped: parse them before use. */
export interface Answer {
  readonly rows: readonly unknown[];
  /** The number of changed rows; 0 for a statement that returns rows. */
  readonly changes: number;
}

/**
 * Statements that belong together: a generator that yields each and gets its answer. Whoever runs it decides when answers come, so the same
 * work runs in one turn of the event loop with SQLite, and over the network with PostgreSQL.
 */
export type Work<Result> = Generator<Statement, Result, Answer>;

/** A statement, or its text with a `?` for each of the values that follow. */
export type Asked = [statement: Statement | string, ...values: readonly unknown[]];

export function statementOf([statement, ...values]: Asked): Statement {
  return typeof statement === 'string' ? new Statement(statement, values) : statement;
}

/** All rows of a statement. */
export function* all(...asked: Asked): Work<readonly unknown[]> {
  return (yield statementOf(asked)).rows;
}

/** The first row of a statement; undefined when it returns none. */
export function* get(...asked: Asked): Work<unknown> {
  return (yield statementOf(asked)).rows[0];
}

/** What `read` makes of the first row of a statement; undefined when it returns none. */
export function* getAs<Value>(read: (row: unknown) => Value, ...asked: Asked): Work<Value | undefined> {
  const [row] = yield* all(...asked);

  return row === undefined ? undefined : read(row);
}

/** What `read` makes of each row of a statement. */
export function* allAs<Value>(read: (row: unknown) => Value, ...asked: Asked): Work<readonly Value[]> {
  return (yield* all(...asked)).map(read);
}

/** Returns the number of rows that a statement changed. */
export function* run(...asked: Asked): Work<number> {
  return (yield statementOf(asked)).changes;
}

/**
 * The database of everything that is not declared: API keys, idempotency, the change log, checks. Methods reject with `StateUnavailable` when
 * it cannot perform them.
 */
export abstract class StateDatabase {
  /** Runs reads that belong together: they see one moment. They may run more than once. */
  abstract read<Result>(work: () => Work<Result>): Promise<Result>;
  /**
   * Runs work in a transaction, as if no other ran meanwhile; those of one process in the order of the calls. It may run more than once, so it must
   * have no other side effects.
   */
  abstract transaction<Result>(work: () => Work<Result>): Promise<Result>;
  /** The tables that have a column of this name. */
  abstract tablesWith(column: string): Promise<string[]>;
  /** Rejects unless the database can be read and written; quickly, even when it is busy. */
  abstract ping(): Promise<void>;
  /** Leaves nothing in the files of rows that were deleted. May take long: for commands, not for servers. */
  abstract compact(): Promise<void>;
  /** Gives free space back to the disk, a little at a time. */
  abstract giveBackSpace(): Promise<void>;
  abstract close(): Promise<void>;

  all(...asked: Asked): Promise<readonly unknown[]> {
    return this.read(() => all(...asked));
  }

  async get(...asked: Asked): Promise<unknown> {
    return (await this.all(...asked))[0];
  }

  async getAs<Value>(read: (row: unknown) => Value, ...asked: Asked): Promise<Value | undefined> {
    const [row] = await this.all(...asked);

    return row === undefined ? undefined : read(row);
  }

  /** Rows may be forgotten one by one, which spares the memory of many. */
  async allAs<Value>(read: (row: unknown) => Value, ...asked: Asked): Promise<readonly Value[]> {
    return (await this.all(...asked)).map(read);
  }

  run(...asked: Asked): Promise<number> {
    return this.transaction(() => run(...asked));
  }
}

/** What stores one kind of thing in the database. What its methods promise stands in `src/live/ports.ts`, where there is a port for it. */
export abstract class SqlStore {
  protected readonly database: StateDatabase;

  constructor(database: StateDatabase) {
    this.database = database;
  }
}
