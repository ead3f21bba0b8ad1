import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { replaceTerms } from '../../../../src/adapters/state/asked-terms.ts';
import { SqlAuditTrail } from '../../../../src/adapters/state/audit-trail.ts';
import { SqlChangeLog } from '../../../../src/adapters/state/change-log.ts';
import { SqliteDatabase } from '../../../../src/adapters/sqlite/database.ts';
import type { StateDatabase } from '../../../../src/adapters/state/database.ts';
import { SqlErasure } from '../../../../src/adapters/state/erasure.ts';
import { SqlIdempotency } from '../../../../src/adapters/state/idempotency.ts';
import { tables } from '../../../../src/adapters/state/tables.ts';
import { SqlPayments } from '../../../../src/adapters/state/payments.ts';
import type { TermsPeriod } from '../../../../src/domain/payments.ts';
import { aPayment, aPeriod, network, timeOf, usdc, walletOf } from '../../../fixtures/payments.ts';
import { aStateDatabase } from '../../../support/state-database.ts';

const id = 'johns-photos-7x3k9m2p';
const other = 'rain-radar-abcdefgh';
const secret = 'John Doe of Main Street';
const now = new Date('2026-02-01T12:00:00.000Z');

const Column = z.object({ name: z.string(), type: z.string() });
const File = z.object({ file: z.string() });
const Bytes = z.object({ type: z.literal('Buffer'), data: z.array(z.int()) });

let database: StateDatabase;
let erasure: SqlErasure;

beforeEach(async () => {
  database = await aStateDatabase();
  erasure = new SqlErasure(database);
});

/** Everything that the database holds: of SQLite, its files, the write-ahead log too; of PostgreSQL, all rows. */
async function contents(): Promise<string> {
  if (!(database instanceof SqliteDatabase)) {
    const rows = await Promise.all(tables.map((table) => database.all(`SELECT * FROM ${table}`)));
    return JSON.stringify(rows, (_, value: unknown) => textOf(value));
  }

  const { file } = File.parse(
    await database.get("SELECT file FROM pragma_database_list WHERE name = 'main'"),
  );
  const folder = dirname(file);
  const files = await readdir(folder);
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'latin1')));
  return texts.join('\n');
}

/** Bytes, as they stand in JSON, as a text. */
function textOf(value: unknown): unknown {
  const { data } = Bytes.safeParse(value);
  return data ? Buffer.from(data.data).toString('latin1') : value;
}

/** The columns of a table whose values are not made by the database. */
async function columnsOf(table: string): Promise<z.infer<typeof Column>[]> {
  const columns =
    database instanceof SqliteDatabase
      ? await database.all(`SELECT name, lower(type) AS type FROM pragma_table_info('${table}')`)
      : await database.all(
          `SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns
           WHERE table_schema = current_schema() AND table_name = ? ORDER BY ordinal_position`,
          table,
        );

  const isNumbered = ['feed_change', 'audit_line', 'outcome'].includes(table);
  return z
    .array(Column)
    .parse(columns)
    .filter(({ name }) => !(isNumbered && name === 'number'));
}

/** Puts a row that says a secret of a service into a table, unless the table holds nothing of services. */
async function fill(table: string, service: string): Promise<boolean> {
  const columns = await columnsOf(table);
  if (!columns.some(({ name }) => name === 'service_id')) return false;

  // Some columns take only a few words.
  const given: Readonly<Record<string, string>> = {
    service_id: service,
    kind: 'created',
    source: 'declared',
  };
  const values = columns.map(({ name, type }) => {
    if (name === 'profile' || name === 'news') return JSON.stringify(secret);
    return (
      given[name] ??
      (type === 'text' ? `${secret} ${service}` : ['blob', 'bytea'].includes(type) ? Buffer.from(secret) : 1)
    );
  });
  const names = columns.map(({ name }) => name).join();
  await database.run(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join()})`, ...values);
  return true;
}

const rowsOf = async (table: string, service: string): Promise<number> =>
  (await database.all(`SELECT 1 FROM ${table} WHERE service_id = ?`, service)).length;

describe('a service that is forgotten', () => {
  it('leaves nothing in any table, nor in the file, where its id goes too', async () => {
    const filled: string[] = [];
    for (const table of tables) if (await fill(table, id)) filled.push(table);
    expect(filled).toEqual(expect.arrayContaining(['feed_change', 'listing']));
    expect(await contents()).toContain(secret);

    await erasure.forget(id, 'service-and-id');
    for (const table of filled) expect(await rowsOf(table, id), table).toBe(0);
    const left = await contents();
    expect(left).not.toContain(secret);
    expect(left).not.toContain(id);
  });

  it('leaves what belongs to others', async () => {
    const filled: string[] = [];
    for (const table of tables) {
      if (await fill(table, id)) filled.push(table);
      await fill(table, other);
    }

    await erasure.forget(id, 'service-and-id');
    for (const table of filled) expect(await rowsOf(table, other), table).toBe(1);
  });

  it('is still known to be removed, by its id alone', async () => {
    const log = new SqlChangeLog(database);
    const known = { name: secret, endpoint: 'https://john.example.com', digest: 'abc', seen: null };
    const entry = { id, service: known, commit: 'c0' };
    const changes = (['created', 'updated', 'deleted'] as const).map((kind) => ({ ...entry, at: now, kind }));
    await log.append(changes, 'c0');

    await erasure.forget(id, 'service');
    expect(await rowsOf('feed_change', id)).toBe(1);
    expect(await log.removed()).toEqual([{ id, name: id, endpoint: '', deletedAt: now.toISOString() }]);
    const left = await contents();
    expect(left).not.toContain(secret);
    expect(left).not.toContain('john.example.com');
  });

  it('is in no stored answer to a registration, nor to a batch', async () => {
    const idempotency = new SqlIdempotency(database);
    const begin = async (key: string, expected: readonly string[], body: string, made: string | null) => {
      await idempotency.begin('key', key, { bodyHash: 'hash', expected }, now);
      await idempotency.finish('key', key, { id: made, body });
    };
    await begin('one', [id], `{"id":"${id}","name":"${secret}"}`, id);
    await begin(
      'batch',
      [],
      `{"results":[{"status":201,"service":{"id":"${id}","name":"${secret}"}}]}`,
      null,
    );
    await begin('other', [other], `{"id":"${other}"}`, other);

    await erasure.forget(id, 'service');
    const stored = await Promise.all(
      ['one', 'batch', 'other'].map((key) => idempotency.find('key', key, now)),
    );
    expect(stored.map((record) => record?.answer?.id)).toEqual([undefined, undefined, other]);
    expect(await contents()).not.toContain(secret);
  });

  it('is named by the trail of the erasures, until its id goes too', async () => {
    const trail = new SqlAuditTrail(database);
    await trail.begin({ at: now, act: 'update', owner: 'john', service: id });
    await trail.begin({ at: now, act: 'forget', subject: id });

    await erasure.forget(id, 'service');
    expect((await trail.page({}, 10)).map(({ act }) => act)).toEqual(['forget']);
    await erasure.forget(id, 'service-and-id');
    expect(await trail.page({}, 10)).toEqual([]);
  });

  it('can be forgotten again, with its id, until nothing is known of it', async () => {
    await fill('listing', id);

    expect(await erasure.forget(id, 'service')).toBe(true);
    expect(await erasure.forget(id, 'service-and-id')).toBe(true);
    expect(await contents()).not.toContain(id);
    expect(await erasure.forget(id, 'service-and-id')).toBe(false);
  });
});

describe('the payments of a service that is forgotten', () => {
  const [own, shared, former] = [walletOf(1), walletOf(2), walletOf(3)];
  let payments: SqlPayments;

  const ask = ({ serviceId, source, since, until, ...terms }: TermsPeriod): Promise<void> =>
    database.transaction(function* () {
      yield* replaceTerms(serviceId, source, [terms], { since, at: since });
      if (until) yield* replaceTerms(serviceId, source, [], { since: until, at: until });
    });

  const count = (wallet: string, services: readonly string[], block: number, payer: string) =>
    payments.record({
      network,
      accounts: [{ asset: usdc, wallet }],
      from: { block, at: timeOf(block) },
      to: { block, at: timeOf(block) },
      settlements: [{ ...aPayment(services, { block, payer }), wallet }],
    });

  beforeEach(() => {
    payments = new SqlPayments(database);
  });

  it('go with the wallet and its buyers, also those that matched no price', async () => {
    await ask({ ...aPeriod(id), wallet: own });
    await count(own, [id], 5, walletOf(100));
    await count(own, [], 6, walletOf(101));

    await erasure.forget(id, 'service');
    expect(await payments.progress(network, { asset: usdc, wallet: own })).toBeUndefined();
    const left = await contents();
    for (const wallet of [own, walletOf(100), walletOf(101)]) expect(left).not.toContain(wallet);
  });

  it('stay where others share them, and name only those', async () => {
    await ask({ ...aPeriod(id), wallet: shared });
    await ask({ ...aPeriod(other), wallet: shared });
    await count(shared, [id, other].sort(), 5, walletOf(100));
    await count(shared, [other], 6, walletOf(100));

    await erasure.forget(id, 'service-and-id');
    const sums = (await payments.sums([other])).get(other) ?? [];
    expect(sums.reduce((sum, each) => sum + each.payments, 0)).toBe(2);
    expect((await payments.sums([id])).get(id)).toEqual([]);
    expect(await contents()).not.toContain(id);
    await count(shared, [other], 7, walletOf(100));
    expect((await payments.sums([other])).get(other)?.reduce((sum, each) => sum + each.payments, 0)).toBe(3);
  });

  it('stay of a listed service, except those to its former wallets', async () => {
    await ask({ ...aPeriod(id), wallet: former, since: timeOf(1), until: timeOf(10) });
    await ask({ ...aPeriod(id), wallet: own, since: timeOf(10) });
    await count(former, [id], 5, walletOf(100));
    await count(own, [id], 15, walletOf(101));

    await erasure.forget(id, 'former-declarations');
    const sums = (await payments.sums([id])).get(id) ?? [];
    expect(sums.map(({ wallet, payments: made }) => [wallet, made])).toEqual([[own, 1]]);
    const left = await contents();
    for (const wallet of [former, walletOf(100)]) expect(left).not.toContain(wallet);
  });
});
