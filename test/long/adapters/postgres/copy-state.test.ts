import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { CopyFault, copyState, TargetInUse } from '../../../../src/adapters/postgres/copy-state.ts';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { SqliteDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { WholeSqliteState, type WholeState } from '../../../../src/adapters/sqlite/whole-state.ts';
import { SqlChangeLog } from '../../../../src/adapters/state/change-log.ts';
import { tables } from '../../../../src/adapters/state/tables.ts';
import { fillState } from '../../../support/filled-state.ts';
import { aPostgresUrl, describePostgres, tell } from '../../../support/state-database.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const rowsOfEach = 450;

/** One that comes second waits for as long as a busy machine takes. */
const patienceMs = 60_000;

describePostgres('a state that is copied into PostgreSQL', () => {
  let folder: string;
  let url: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    url = await aPostgresUrl();
    const database = await SqliteDatabase.in(folder);
    await fillState(database, rowsOfEach);
    await database.close();
  });

  function source(): WholeSqliteState {
    const state = WholeSqliteState.in(folder);
    onTestFinished(() => {
      state.close();
    });
    return state;
  }

  async function target(): Promise<PostgresDatabase> {
    const database = await PostgresDatabase.open(url, { timeoutMs: patienceMs });
    onTestFinished(() => database.close());
    return database;
  }

  /** The same state, whose rows are counted while they are read. */
  function watched(state: WholeState, onRow: (count: number) => void): WholeState {
    let count = 0;
    return {
      columnsOf: (table) => state.columnsOf(table),
      countOf: (table) => state.countOf(table),
      lastNumberOf: (...of) => state.lastNumberOf(...of),
      *rowsOf(table) {
        for (const row of state.rowsOf(table)) {
          onRow((count += 1));
          yield row;
        }
      },
    };
  }

  const countIn = async (database: PostgresDatabase, table: string) =>
    (await database.all(`SELECT 1 FROM ${table}`)).length;

  it('has every row of every table, with the same values', async () => {
    const [from, to] = [source(), await target()];
    const copy = await copyState(from, to);

    expect(copy.outcome).toBe('copied');
    expect(copy.tables.map(({ table }) => table)).toEqual(tables);
    for (const { table, rows } of copy.tables) {
      expect(rows).toBe(from.countOf(table));
      expect(await countIn(to, table), table).toBe(rows);
      expect(rows, table).toBe(['feed', 'version_progress'].includes(table) ? 1 : rowsOfEach);
    }
    expect(await to.all('SELECT * FROM webhook WHERE id = ?', `ß < ss2`)).toMatchObject([
      { secret: 'ß < ss2', created_at: Number.MAX_SAFE_INTEGER, former_secret: 'ß < ss2' },
    ]);
  });

  it('counts the rows as they are written', async () => {
    let rows = 0;
    const { tables: copied } = await copyState(source(), await target(), (count) => (rows += count));

    expect(rows).toBe(copied.reduce((sum, table) => sum + table.rows, 0));
  });

  it('is the same when it is copied again, and is not doubled', async () => {
    const [from, to] = [source(), await target()];
    const first = await copyState(from, to);

    expect(await copyState(from, to)).toEqual({ outcome: 'same', tables: first.tables });
    expect(await countIn(to, 'webhook')).toBe(rowsOfEach);
  });

  it('is copied once by two at a time', async () => {
    const from = source();
    const [one, other] = await Promise.all([target(), target()]);
    const copies = await Promise.all([copyState(from, one), copyState(from, other)]);

    expect(copies.map(({ outcome }) => outcome).sort()).toEqual(['copied', 'same']);
    expect(await countIn(one, 'webhook')).toBe(rowsOfEach);
  });

  it('goes on numbering where the source ended, also after numbers that are gone', async () => {
    const database = await SqliteDatabase.in(folder);
    const log = new SqlChangeLog(database);
    const known = { name: 'Rain', endpoint: 'https://rain.example.com', digest: 'abc', seen: null };
    const at = new Date('2026-02-01T12:00:00.000Z');
    const change = { id: 'rain', service: known, commit: 'c0', kind: 'created', at } as const;
    const { changes } = await log.append([change], 'c0');
    const last = changes[0]?.number ?? 0;
    await database.run('DELETE FROM feed_change WHERE number = ?', last);
    await database.close();

    const [from, to] = [source(), await target()];
    await copyState(from, to);
    const next = { ...change, kind: 'updated', service: { ...known, digest: 'def' } } as const;
    const appended = await new SqlChangeLog(to).append([next], 'c0');
    expect(appended.changes[0]?.number).toBe(last + 1);
    const account = "INSERT INTO account (network, asset, wallet) VALUES ('n', 'a', 'w') RETURNING id";
    expect(await to.get(account)).toEqual({ id: rowsOfEach + 1 });
  });

  it.each([
    [
      'a key',
      "INSERT INTO api_key (id, owner, secret_hash, created_at) VALUES ('a', 'me', '', 1)",
      'api_key',
    ],
    ['a feed that has begun', "UPDATE feed SET begins_after = 'c0'", 'api_key'],
  ])('is refused where the target holds %s, which stays', async (_, sql, table) => {
    const [from, to] = [source(), await target()];
    await tell(url, sql);

    await expect(copyState(from, to)).rejects.toThrow(new TargetInUse(table));
    expect(await countIn(to, 'webhook')).toBe(0);
    expect(await countIn(to, 'feed')).toBe(1);
  });

  it('is refused where a server has gone on from a copy', async () => {
    const [from, to] = [source(), await target()];
    await copyState(from, to);
    await tell(url, "UPDATE webhook SET accepted_at = 5 WHERE id = 'ß < ss2'");

    await expect(copyState(from, to)).rejects.toThrow(new TargetInUse('webhook'));
  });

  it('leaves nothing behind when it fails in the middle, and can be copied then', async () => {
    const [from, to] = [source(), await target()];
    const failing = watched(from, (count) => {
      if (count === 5000) throw new Error('the disk is gone');
    });
    await expect(copyState(failing, to)).rejects.toThrow('the disk is gone');

    for (const table of tables) expect(await countIn(to, table), table).toBe(table === 'feed' ? 1 : 0);
    expect((await copyState(from, to)).outcome).toBe('copied');
  });

  it('leaves nothing behind when what was written is not what is read', async () => {
    const [from, to] = [source(), await target()];
    let isFirst = true;
    const changing: WholeState = {
      columnsOf: (table) => from.columnsOf(table),
      countOf: (table) => from.countOf(table),
      lastNumberOf: (...of) => from.lastNumberOf(...of),
      *rowsOf(table) {
        for (const row of from.rowsOf(table)) {
          if (table === 'webhook' && isFirst) isFirst = false;
          else yield row;
        }
      },
    };

    await expect(copyState(changing, to)).rejects.toThrow(CopyFault);
    expect(await countIn(to, 'api_key')).toBe(0);
  });

  it('is hidden from others until it is whole', async () => {
    const [from, to] = [source(), await target()];
    const copying = copyState(from, to);
    const reader = await target();
    // Whenever the reader looks, it sees all of the state or none of it.
    for (let isDone = false; !isDone;) {
      const count = await countIn(reader, 'webhook');
      expect([0, rowsOfEach]).toContain(count);
      isDone = count > 0;
    }
    await copying;
  });
});
