import { z } from 'zod';
import { all, get, run, type StateDatabase, type Work } from '../state/database.ts';
import { RowSet } from '../state/row-set.ts';
import { tables } from '../state/tables.ts';
import type { StateValue, WholeState } from '../sqlite/whole-state.ts';
import { parameterOf } from './numbered.ts';

interface CopiedTable {
  readonly table: string;
  readonly rows: number;
  /** Of all its rows, in any order; both databases have the same. */
  readonly digest: string;
}

/** `same`: the target already held all of it, and was not changed. */
export interface StateCopy {
  readonly outcome: 'copied' | 'same';
  readonly tables: readonly CopiedTable[];
}

/** The target holds something else than the source; nothing was written. */
export class TargetInUse extends Error {
  override readonly name = 'TargetInUse';

  constructor(table: string) {
    super(
      `the database of DATABASE_URL already holds another state (its table ${table} differs); set DATABASE_URL to an empty database`,
    );
  }
}

/** The rows written differ from the rows read; everything was rolled back. */
export class CopyFault extends Error {
  override readonly name = 'CopyFault';
}

const Column = z.object({
  name: z.string(),
  type: z.enum(['text', 'bigint', 'bytea']),
  is_identity: z.enum(['YES', 'NO']),
});
type Column = z.infer<typeof Column>;

const Row = z.record(z.string(), z.unknown());
const UsedRow = z.object({ is_used: z.boolean() });

/** Answers that are stored for retries can have a MiB each, so few rows travel together. */
const rowsAtOnce = 200;

/**
 * Copies a whole state into PostgreSQL, in one transaction: whatever ends the process, the target holds all of it or nothing. Nobody else can read
 * or write the target meanwhile. `onRows` hears how many rows were written.
 * @throws {TargetInUse | CopyFault | StateUnavailable}
 */
export function copyState(
  source: WholeState,
  target: StateDatabase,
  onRows: (count: number) => void = () => undefined,
): Promise<StateCopy> {
  return target.transaction(function* () {
    yield* run(`LOCK TABLE ${tables.join()} IN ACCESS EXCLUSIVE MODE`);
    const used = yield* firstUsed();
    if (used === undefined) {
      yield* run('DELETE FROM feed');
      for (const table of tables) yield* copyTable(table, source, onRows);
    }

    return { outcome: used === undefined ? 'copied' : 'same', tables: yield* compare(source, used) };
  });
}

/** The first table that a server has written to. The feed has one row from the beginning. */
function* firstUsed(): Work<string | undefined> {
  for (const table of tables) {
    const rows = table === 'feed' ? 'feed WHERE begins_after IS NOT NULL' : table;
    const { is_used } = UsedRow.parse(yield* get(`SELECT EXISTS (SELECT 1 FROM ${rows}) AS is_used`));
    if (is_used) return table;
  }
  return undefined;
}

function* copyTable(table: string, source: WholeState, onRows: (count: number) => void): Work<void> {
  const columns = yield* columnsOf(table, source);
  const names = columns.map(({ name }) => name).join();
  const arrays = columns.map(({ type }) => `?::${type}[]`).join();
  const insert = `INSERT INTO ${table} (${names}) SELECT * FROM unnest(${arrays})`;

  for (const rows of batches(source.rowsOf(table))) {
    yield* run(insert, ...columns.map((_, i) => rows.map((row) => parameterOf(row[i]))));
    onRows(rows.length);
  }
  yield* goOnNumbering(table, columns, source);
}

function* columnsOf(table: string, source: WholeState): Work<Column[]> {
  const rows = yield* all(
    `SELECT column_name::text AS name, data_type::text AS type, is_identity::text FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = ?`,
    table,
  );
  const known = new Map(rows.map((row) => Column.parse(row)).map((column) => [column.name, column]));

  return source.columnsOf(table).map((name) => {
    const column = known.get(name);
    if (column) return column;
    throw new CopyFault(`the target has no column ${table}.${name}`);
  });
}

/** A number that was given once must not be given again: cursors and deliveries hold it. */
function* goOnNumbering(table: string, columns: readonly Column[], source: WholeState): Work<void> {
  for (const { name } of columns.filter(({ is_identity }) => is_identity === 'YES')) {
    const last = source.lastNumberOf(table, name);
    if (last > 0) yield* all('SELECT setval(pg_get_serial_sequence(?, ?), ?)', table, name, last);
  }
}

/** Reads both sides, table by table. `used`: a table of the target that held rows before. */
function* compare(source: WholeState, used: string | undefined): Work<CopiedTable[]> {
  const compared: CopiedTable[] = [];
  for (const table of tables) {
    const columns = (yield* columnsOf(table, source)).map(({ name }) => name);
    const written = yield* readTable(table, columns);
    const read = new RowSet();
    for (const row of source.rowsOf(table)) read.add(row.map(parameterOf));
    if (!read.equals(written)) throw mismatch(table, read, written, used);
    compared.push({ table, rows: read.count, digest: read.digest });
  }
  return compared;
}

function mismatch(table: string, read: RowSet, written: RowSet, used: string | undefined): Error {
  if (used !== undefined) return new TargetInUse(table);

  return new CopyFault(
    `${table} was read as ${read.count} rows (${read.digest}) and written as ${written.count} (${written.digest}); everything was rolled back`,
  );
}

function* readTable(table: string, columns: readonly string[]): Work<RowSet> {
  const set = new RowSet();
  yield* run(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${columns.join()} FROM ${table}`);
  for (let rows: readonly unknown[]; (rows = yield* all(`FETCH ${rowsAtOnce} FROM copied`)).length > 0;) {
    for (const row of rows) {
      const values = Row.parse(row);
      set.add(columns.map((name) => values[name]));
    }
  }
  yield* run('CLOSE copied');
  return set;
}

function* batches(rows: Iterable<readonly StateValue[]>): Generator<(readonly StateValue[])[]> {
  let batch: (readonly StateValue[])[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < rowsAtOnce) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
