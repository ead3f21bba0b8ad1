import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { PostgresLeases } from '../../../../src/adapters/postgres/leases.ts';
import type * as Schemas from '../../../../src/adapters/postgres/schema.ts';
import { schema } from '../../../../src/adapters/postgres/schema.ts';
import { SqlIdempotency } from '../../../../src/adapters/state/idempotency.ts';
import { newestVersion } from '../../../../src/adapters/state/schema.ts';
import { aPostgresUrl, ask, describePostgres, tell } from '../../../support/state-database.ts';

/** The schema with one more migration, whatever it has. */
vi.mock('../../../../src/adapters/postgres/schema.ts', async (original) => {
  const { schema } = await original<typeof Schemas>();
  const later = 'ALTER TABLE feed_change ADD COLUMN later bigint; ALTER TABLE server ADD COLUMN later bigint';

  return { schema: { ...schema, steps: [...schema.steps, later] } };
});

const newest = newestVersion(schema);
const patient = { timeoutMs: 60_000 };
const clock = { set: () => undefined };
const countOfSchema = (version: number): string => `UPDATE tollbook_schema SET version = ${String(version)}`;

async function open(url: string): Promise<PostgresDatabase> {
  const database = await PostgresDatabase.open(url, patient);
  onTestFinished(() => database.close());
  return database;
}

/** The state as a server of the schema before has it, which runs. */
async function olderState(): Promise<{ readonly url: string; readonly older: PostgresDatabase }> {
  const url = await aPostgresUrl();
  await tell(url, 'CREATE TABLE tollbook_schema (version bigint NOT NULL)');
  for (const migration of schema.steps.slice(0, -1)) await tell(url, migration);
  // With the number of its last migration, it opens the database as it is.
  await tell(url, `INSERT INTO tollbook_schema (version) VALUES (${String(newest)})`);
  const older = await open(url);
  await tell(url, countOfSchema(newest - 1));
  return { url, older };
}

/** What a server writes all the time, by statements of the schema before. */
async function write(database: PostgresDatabase, number: number): Promise<void> {
  const id = `written-${String(number)}`;
  const at = new Date(number);
  await new PostgresLeases(database, clock).renew('older', [], 60_000);
  await new SqlIdempotency(database).begin('key', id, { bodyHash: id, expected: [] }, at);
  await database.run(
    `INSERT INTO feed_change (at, kind, service_id, commit_id) VALUES (?, 'created', ?, ?)`,
    number,
    id,
    Buffer.from('c0ffee', 'hex'),
  );
}

describePostgres('servers of two versions over one database', () => {
  it('go on writing while the newer one changes the tables, and afterwards', async () => {
    const { url, older } = await olderState();
    const numbers = Array.from({ length: 20 }, (_, i) => i);
    const writing = (async () => {
      for (const number of numbers) await write(older, number);
    })();
    const newer = await open(url);
    await writing;
    await write(older, numbers.length);
    await write(newer, numbers.length + 1);

    expect(await newer.get('SELECT version FROM tollbook_schema')).toEqual({ version: newest });
    expect(await older.all('SELECT number FROM feed_change')).toHaveLength(numbers.length + 2);
  });

  it('answer while the newer one waits for a long transaction to change the tables', async () => {
    const { url, older } = await olderState();
    const other = new Client({ connectionString: url });
    await other.connect();
    onTestFinished(() => other.end());
    await other.query(
      `BEGIN; ${tablesOf(schema.steps.at(-1) ?? '')
        .map((name) => `LOCK ${name} IN ROW EXCLUSIVE MODE`)
        .join('; ')}`,
    );
    const opened = open(url);
    await expect.poll(() => waits(url)).toBe(true);

    for (let i = 0; i < 3; i += 1) await write(older, i);
    await other.query('COMMIT');
    await opened;
  });

  it('have migrations that only add to the tables', () => {
    const takesAway = /\b(DROP|RENAME|TRUNCATE|ALTER COLUMN|SET NOT NULL)\b/;
    const added = schema.steps.slice(1).flatMap((migration) => migration.match(/ADD COLUMN [^;]*/g) ?? []);

    for (const migration of schema.steps.slice(1)) expect(migration).not.toMatch(takesAway);
    for (const column of added) expect(column).toMatch(/DEFAULT|^(?!.*NOT NULL)/s);
  });
});

function tablesOf(migration: string): string[] {
  return [...migration.matchAll(/(?:ALTER TABLE|INDEX \w+ ON) (\w+)/g)].map(([, name = '']) => name);
}

/** Whether somebody waits for a table of a schema. */
async function waits(url: string): Promise<boolean> {
  const waiting = await ask(
    url,
    `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation'
     AND relation IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)`,
  );
  return waiting.length > 0;
}
