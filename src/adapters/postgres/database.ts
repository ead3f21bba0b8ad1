import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool, type PoolClient, type QueryConfig, type QueryResult, types } from 'pg';
import { z } from 'zod';
import { hourMs, minuteMs } from '../../domain/duration.ts';
import { type Answer, type Asked, StateDatabase, statementOf, type Work } from '../state/database.ts';
import { GroupedWrites } from '../state/grouped-writes.ts';
import { newestVersion, stepsFrom } from '../state/schema.ts';
import { sql, type Statement } from '../state/sql.ts';
import { tables } from '../state/tables.ts';
import { asUnavailable, DriverFailure, faultOf, isAnswered, unavailable } from './fault.ts';
import { numbered, parameterOf } from './numbered.ts';
import { schema } from './schema.ts';

export interface PostgresOptions {
  /** How long to wait for a connection, and to try again after a conflict with another transaction; 5 s by default. */
  readonly timeoutMs?: number;
  /** Connections of the process; 8 by default, of which one writes. */
  readonly maxConnections?: number;
}

const defaultTimeoutMs = 5_000;
const defaultConnections = 8;

/** How long to look for a server that cannot be reached: it may be starting again. */
const reconnectMs = 1_000;

const firstPauseMs = 5;
const longestPauseMs = 200;

/** Transactions that share a commit. */
const maxTogether = 32;

/**
 * A server ends statements, and transactions that a process has left: while that is held up, others wait for the rows that it locked. `SET LOCAL`
 * ends with its transaction, as poolers need it.
 */
const limits = 'SET LOCAL statement_timeout = 30000; SET LOCAL idle_in_transaction_session_timeout = 10000';

/** How long a migration waits for a table, which blocks all others meanwhile. */
const migrationLimits = 'SET LOCAL lock_timeout = 1000';

/** Longer than the server's own limit, for servers that do not answer at all. */
const answerTimeoutMs = 35_000;

const pingTimeoutMs = 1_000;

/** Rewriting a large table takes minutes, at the pace of its disk. */
const rewriteTimeoutMs = 6 * hourMs;

const beginRewrite =
  'BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 30000; SET LOCAL lock_timeout = 1000';

/** How long an erasure waits for transactions from before it. Ours end within 30 s; those of backups may take longer. */
const oldReadersMs = 10 * minuteMs;

/** Pause between two looks at them. */
const oldReadersPauseMs = 100;

/** More than the free space that tables have between their rows. */
const roomBytes = 2 ** 18;

const beginRead = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${limits}`;

const beginWrite = `BEGIN ISOLATION LEVEL SERIALIZABLE; ${limits}; SELECT pg_current_xact_id()::text AS id`;

/** The lock of migrations: an arbitrary number, which no other program is likely to use. */
const migrationLock = 7_265_331_402;

/** The transactions that may see what one saw, or less. */
const countOldReaders = `SELECT count(*) AS count FROM pg_stat_activity
  WHERE datname = current_database() AND age(backend_xmin) >= age(?::xid8::xid)`;

const TransactionRow = z.object({ id: z.string() });
const StatusRow = z.object({ status: z.enum(['in progress', 'committed', 'aborted']).nullable() });
const VersionRow = z.object({ version: z.int() });
const PingRow = VersionRow.extend({ read_only: z.enum(['on', 'off']) });
const CountRow = z.object({ count: z.int() });
const TableRow = z.object({ name: z.string() });

/**
 * The state in PostgreSQL (13 or newer), shared by any number of processes.
 *
 * Transactions are serializable, so stores need no locks of their own to be right beside other servers: where two meet, the server refuses one, and
 * it runs again. A process writes one transaction after the other, in the order of the calls, as with SQLite; those that wait meanwhile share the
 * next commit. A reader sees what was committed when it began.
 *
 * Poolers may give each transaction another connection of theirs: nothing here outlives a transaction, such as named statements, settings,
 * session locks or LISTEN.
 */
export class PostgresDatabase extends StateDatabase {
  readonly #pool: Pool;
  readonly #place: string;
  readonly #timeoutMs: number;
  readonly #writes: GroupedWrites;
  /** From a write that found no room until `ping` finds some; writes that need none succeed meanwhile. */
  #isFull = false;

  private constructor(url: string, { timeoutMs, maxConnections }: Required<PostgresOptions>) {
    super();
    this.#place = placeOf(url);
    this.#timeoutMs = timeoutMs;
    this.#writes = new GroupedWrites({
      ...{ timeoutMs, maxTogether },
      commit: (works, deadline) =>
        this.#attempts(() => this.#withClient((client) => this.#commit(works, client)), deadline),
    });
    this.#pool = new Pool({
      connectionString: url,
      max: maxConnections,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      allowExitOnIdle: true,
      types: { getTypeParser: parserOf },
    });
    // The pool drops an idle connection that is lost, and opens another when one is needed.
    this.#pool.on('error', ignore);
  }

  /** @throws {NewerDatabase | StateUnavailable} */
  static async open(
    url: string,
    { timeoutMs = defaultTimeoutMs, maxConnections = defaultConnections }: PostgresOptions = {},
  ): Promise<PostgresDatabase> {
    const database = new PostgresDatabase(url, { timeoutMs, maxConnections });
    try {
      await database.#attempts(() => database.#migrate(), performance.now() + timeoutMs);
    } catch (error) {
      await database.close();
      throw error;
    }
    return database;
  }

  /** A single statement needs no transaction. */
  override async all(...asked: Asked): Promise<readonly unknown[]> {
    const { rows } = await this.#attempts(
      () => this.#withClient((client) => answer(client, statementOf(asked))),
      this.#deadline(),
    );

    return rows;
  }

  read<Result>(work: () => Work<Result>): Promise<Result> {
    const attempt = (client: PoolClient): Promise<Result> =>
      inTransaction(client, beginRead, async () => {
        const result = await finish(work(), client);
        await ask(client, 'COMMIT');
        return result;
      });

    return this.#attempts(() => this.#withClient(attempt), this.#deadline());
  }

  transaction<Result>(work: () => Work<Result>): Promise<Result> {
    return this.#writes.submit(work);
  }

  async tablesWith(column: string): Promise<string[]> {
    const rows = await this.all(
      sql`SELECT table_name::text AS name FROM information_schema.columns
          WHERE table_schema = current_schema() AND column_name = ${column}`,
    );

    return rows.map((row) => TableRow.parse(row).name).filter((name) => tables.includes(name));
  }

  async ping(): Promise<void> {
    if (this.#isFull) await this.#attempts(() => this.#withClient(seekRoom), this.#deadline());
    this.#isFull = false;
    const { read_only } = await this.#attempts(
      () => this.#withClient(stateOf),
      performance.now() + pingTimeoutMs,
    );
    if (read_only === 'on') throw unavailable('unreachable', this.#place, 'it takes no writes');
  }

  /**
   * Rewrites each table, in turn: readers of that table wait meanwhile, and it takes as much space again. However long that takes, it is no failure;
   * but it lets others go first where they hold the table. Begins when nobody can read what was deleted before, since it would be retained for them.
   */
  async compact(): Promise<void> {
    await this.#oldReaders();
    for (const table of tables) {
      await this.#attempts(
        () => this.#withClient((client) => rewrite(client, table)),
        performance.now() + rewriteTimeoutMs,
      );
    }
  }

  /** The server does so by itself. */
  giveBackSpace(): Promise<void> {
    return Promise.resolve();
  }

  /** Resolves when what waits is written. */
  async close(): Promise<void> {
    await this.#writes.end();
    await this.#pool.end();
  }

  #deadline(): number {
    return performance.now() + this.#timeoutMs;
  }

  #commit(works: readonly (() => Work<unknown>)[], client: PoolClient): Promise<unknown[]> {
    return inTransaction(client, beginWrite, async (begun) => {
      const results: unknown[] = [];
      for (const work of works) results.push(await finish(work(), client));
      await this.#end(TransactionRow.parse(begun.rows[0]).id, client);
      return results;
    });
  }

  /** Commits a transaction. When the connection is lost meanwhile, asks whether it was committed, since a second run could write everything twice. */
  async #end(id: string, client: PoolClient): Promise<void> {
    try {
      await ask(client, 'COMMIT');
    } catch (error) {
      if (!(error instanceof DriverFailure) || isAnswered(error)) throw error;
      if (!(await this.#isCommitted(id))) throw error;
    }
  }

  async #isCommitted(id: string): Promise<boolean> {
    const deadline = this.#deadline();
    do {
      const { status } = StatusRow.parse(await this.get(sql`SELECT pg_xact_status(${id}::xid8) AS status`));
      if (status !== 'in progress') return status === 'committed';
      await sleep(firstPauseMs);
    } while (performance.now() < deadline);
    throw unavailable('unreachable', this.#place, 'a commit was not answered');
  }

  /** Lends a connection. One that failed is closed, unless the server answered. */
  async #withClient<Result>(use: (client: PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.#connect();
    // A connection that is lost between two statements fails the next one.
    client.on('error', ignore);
    try {
      const result = await use(client);
      client.off('error', ignore);
      client.release();
      return result;
    } catch (error) {
      client.off('error', ignore);
      client.release(error instanceof DriverFailure && !isAnswered(error));
      throw error;
    }
  }

  async #connect(): Promise<PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      throw new DriverFailure(error);
    }
  }

  /** Tries again after conflicts until `deadline` (`performance.now()`), and for a moment while the server cannot be reached. */
  async #attempts<Result>(attempt: () => Promise<Result>, deadline: number): Promise<Result> {
    const reconnectUntil = Math.min(deadline, performance.now() + reconnectMs);
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      try {
        return await attempt();
      } catch (error) {
        const fault = error instanceof DriverFailure ? faultOf(error) : undefined;
        if (fault === 'full') this.#isFull = true;
        const until = { busy: deadline, unreachable: reconnectUntil, full: 0, damaged: 0 }[
          fault ?? 'damaged'
        ];
        if (performance.now() + pauseMs >= until) throw asUnavailable(error, this.#place);
      }
      // Two that meet must not meet again at once.
      await sleep(pauseMs * (0.5 + Math.random()));
    }
  }

  /** Resolves when no transaction is left that sees the database as it was before this call. */
  async #oldReaders(): Promise<void> {
    const now = TransactionRow.parse(await this.get('SELECT pg_current_xact_id()::text AS id'));
    const deadline = performance.now() + oldReadersMs;
    while (CountRow.parse(await this.get(countOldReaders, now.id)).count > 0) {
      if (performance.now() >= deadline) {
        throw unavailable('busy', this.#place, 'a transaction from before still reads what was deleted');
      }
      await sleep(oldReadersPauseMs);
    }
  }

  /** Brings the schema up to date, one process at a time. */
  async #migrate(): Promise<void> {
    await this.#withClient(async (client) => {
      // Without a lock, a start need not wait for others.
      if ((await versionIn(client)) === newestVersion(schema)) return;

      await inTransaction(client, `BEGIN; ${limits}`, async () => {
        await ask(client, `SELECT pg_advisory_xact_lock(${String(migrationLock)})`);
        await ask(client, migrationLimits);
        await applyMigrations(client);
        await ask(client, 'COMMIT');
      });
    });
  }
}

async function applyMigrations(client: PoolClient): Promise<void> {
  await ask(client, 'CREATE TABLE IF NOT EXISTS tollbook_schema (version bigint NOT NULL)');
  const version = (await versionIn(client)) ?? 0;
  const steps = stepsFrom(version, schema, 'set DATABASE_URL to another database');

  for (const step of steps) await ask(client, step);
  await ask(client, 'DELETE FROM tollbook_schema');
  await ask(client, `INSERT INTO tollbook_schema (version) VALUES (${String(newestVersion(schema))})`);
}

async function versionIn(client: PoolClient): Promise<number | undefined> {
  const { rows: known } = await ask(client, "SELECT 1 WHERE to_regclass('tollbook_schema') IS NOT NULL");
  if (known.length === 0) return undefined;

  const { rows } = await ask(client, 'SELECT version FROM tollbook_schema');
  return rows[0] === undefined ? undefined : VersionRow.parse(rows[0]).version;
}

async function stateOf(client: PoolClient): Promise<z.infer<typeof PingRow>> {
  const { rows } = await ask(
    client,
    "SELECT version, current_setting('transaction_read_only') AS read_only FROM tollbook_schema",
  );

  return PingRow.parse(rows[0]);
}

/**
 * Rewrites a table without its deleted rows. CLUSTER does so within a transaction, whose limits end with it; VACUUM FULL would need those of the
 * session, which a pooler passes on to others.
 */
function rewrite(client: PoolClient, table: string): Promise<void> {
  return inTransaction(client, beginRewrite, async () => {
    const { rows } = await ask(
      client,
      `SELECT indexrelid::regclass::text AS name FROM pg_index
       WHERE indrelid = $1::regclass AND indisunique AND indpred IS NULL ORDER BY indisprimary DESC LIMIT 1`,
      [table],
    );
    const { name } = TableRow.parse(rows[0]);
    await ask(client, `CLUSTER ${table} USING ${name}`, undefined, rewriteTimeoutMs);
    await ask(client, 'COMMIT');
  });
}

/** Writes what needs new space on the disk, and takes it back. An update of a small row would find room in its own page. */
function seekRoom(client: PoolClient): Promise<void> {
  return inTransaction(client, `BEGIN; ${limits}`, async () => {
    const row = ['', 0, randomBytes(roomBytes)];
    await ask(client, 'INSERT INTO check_month (service_id, month, days) VALUES ($1, $2, $3)', row);
    await ask(client, 'ROLLBACK');
  });
}

/** Runs `use` after BEGIN; it must end the transaction. Rolls back when it fails. */
async function inTransaction<Result>(
  client: PoolClient,
  begin: string,
  use: (begun: QueryResult) => Promise<Result>,
): Promise<Result> {
  try {
    return await use(await ask(client, begin));
  } catch (error) {
    if (!(error instanceof DriverFailure) || isAnswered(error)) await ask(client, 'ROLLBACK');
    throw error;
  }
}

async function finish<Result>(work: Work<Result>, client: PoolClient): Promise<Result> {
  let step = work.next();
  while (step.done !== true) step = work.next(await answer(client, step.value));
  return step.value;
}

async function answer(client: PoolClient, { sql: text, values }: Statement): Promise<Answer> {
  const { rows, rowCount, fields } = await ask(client, numbered(text), values.map(parameterOf));

  return { rows, changes: fields.length > 0 ? 0 : (rowCount ?? 0) };
}

async function ask(
  client: PoolClient,
  text: string,
  values?: unknown[],
  timeoutMs = answerTimeoutMs,
): Promise<QueryResult> {
  // The driver takes a limit for one query, which its types do not know.
  const query: QueryConfig & { readonly query_timeout: number } = {
    text,
    ...(values ? { values } : {}),
    query_timeout: timeoutMs,
  };
  try {
    const results: QueryResult | QueryResult[] = await client.query(query);
    const last = [results].flat().at(-1);
    if (last === undefined) throw new Error('the server gave no result');
    return last;
  } catch (error) {
    throw new DriverFailure(error);
  }
}

const int8: number = types.builtins.INT8;

/** Gives whole numbers as numbers; all other types as the driver does. */
function parserOf(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  return oid === int8 ? wholeNumber : parserOfDriver(oid, format);
}

const parserOfDriver: (oid: number, format?: 'text' | 'binary') => (value: string) => unknown =
  types.getTypeParser;

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`the database has a number too large: ${text}`);
  return number;
}

/** Where the database is, without user and password. */
function placeOf(url: string): string {
  const { hostname, port, pathname, searchParams } = URL.parse(url) ?? new URL('postgres://');
  const host = searchParams.get('host') ?? decodeURIComponent(hostname);

  return `${host}${port === '' ? '' : `:${port}`}${pathname}`;
}

function ignore(): void {
  return undefined;
}
