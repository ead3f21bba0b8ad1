import { expect, it, onTestFinished } from 'vitest';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { PostgresLeases } from '../../../../src/adapters/postgres/leases.ts';
import { SqlSharedState } from '../../../../src/adapters/postgres/shared-state.ts';
import { SqlBuyers } from '../../../../src/adapters/state/buyers.ts';
import { sql } from '../../../../src/adapters/state/sql.ts';
import { aPostgresUrl, describePostgres } from '../../../support/state-database.ts';

/** The state as several servers open it. */
async function servers(count: number): Promise<PostgresDatabase[]> {
  const url = await aPostgresUrl();
  const databases: PostgresDatabase[] = [];
  for (let i = 0; i < count; i += 1) databases.push(await PostgresDatabase.open(url));
  onTestFinished(async () => {
    for (const database of databases) await database.close();
  });
  return databases;
}

function check(database: PostgresDatabase, ...ids: string[]): Promise<void> {
  return database.transaction(function* () {
    for (const id of ids) {
      yield sql`INSERT INTO standing (service_id, status, failures, chains, window_days, window_checks, window_ok, window_verified,
                  window_blocked, window_latency_ms, recent)
                VALUES (${id}, 'verified', 0, '[]', 0, 0, 0, 0, 0, 0, ${Buffer.of()})
                ON CONFLICT (service_id) DO UPDATE SET failures = standing.failures + 1`;
    }
  });
}

async function pay(database: PostgresDatabase, payee: number, ...ids: string[]): Promise<void> {
  await database.run(
    "INSERT INTO payee (id, account_id, services, payments, payers, units) VALUES (?, ?, '[]', 0, 0, '0')",
    payee,
    payee,
  );
  for (const id of ids) {
    await database.run('INSERT INTO payee_service (service_id, payee_id) VALUES (?, ?)', id, payee);
  }
}

describePostgres('the state that servers share', () => {
  it('has come nowhere at first', async () => {
    const [database] = await servers(1);
    const shared = database && new SqlSharedState(database);

    expect(await shared?.revisions()).toMatchObject({ feed: 0, checks: 0, payments: 0 });
    expect(await shared?.observedAfter('checks', 0, 10)).toEqual({ ids: [], upTo: 0 });
  });

  it('names the services whose checks were recorded, each once, the last one last', async () => {
    const [writer, reader] = await servers(2);
    if (!writer || !reader) throw new Error('no database');
    const shared = new SqlSharedState(reader);
    await check(writer, 'a', 'b');
    await check(writer, 'a');

    const { checks } = await shared.revisions();
    expect(await shared.observedAfter('checks', 0, 10)).toEqual({ ids: ['b', 'a'], upTo: checks });
    const [first, rest] = [await shared.observedAfter('checks', 0, 1), shared];
    expect(first.ids).toEqual(['b']);
    expect((await rest.observedAfter('checks', first.upTo, 10)).ids).toEqual(['a']);
    expect((await shared.observedAfter('payments', 0, 10)).ids).toEqual([]);
  });

  it('names the services that are paid, and those that are paid no more', async () => {
    const [database] = await servers(1);
    if (!database) throw new Error('no database');
    const shared = new SqlSharedState(database);
    await pay(database, 1, 'a', 'b');
    const { payments } = await shared.revisions();
    expect((await shared.observedAfter('payments', 0, 10)).ids).toEqual(['a', 'b']);

    await database.run('UPDATE payee SET payments = 1 WHERE id = 1');
    const paid = await shared.observedAfter('payments', payments, 10);
    expect(paid.ids.toSorted()).toEqual(['a', 'b']);
    await database.run("DELETE FROM payee_service WHERE service_id = 'b'");
    expect((await shared.observedAfter('payments', paid.upTo, 10)).ids).toEqual(['b']);
  });

  it('names the services whose buyers were looked up', async () => {
    const [database] = await servers(1);
    if (!database) throw new Error('no database');
    const shared = new SqlSharedState(database);
    const buyer = { serviceId: 'a', asset: '0xasset', payer: '0xpayer', units: 7n, lastBlock: 1 };
    await database.run(
      "INSERT INTO buyer (service_id, network, asset, payer, units, last_block) VALUES ('a', 'n', '0xasset', '0xpayer', '7', 1)",
    );
    await new SqlBuyers(database).noteTry('n', [buyer], new Date(0));
    expect((await shared.observedAfter('payments', 0, 10)).ids).toEqual([]);

    await new SqlBuyers(database).noteFunding('n', [{ ...buyer, funding: 'independent' }]);
    expect((await shared.observedAfter('payments', 0, 10)).ids).toEqual(['a']);
  });

  it('leaves no gap for who reads while several servers write', async () => {
    const [one, two, reader] = await servers(3);
    if (!one || !two || !reader) throw new Error('no database');
    const shared = new SqlSharedState(reader);
    const ids = Array.from({ length: 40 }, (_, i) => `s-${String(i)}`);
    let isWriting = true;
    const writing = Promise.all(ids.map((id, i) => check(i % 2 === 0 ? one : two, id, `${id}-too`))).finally(
      () => (isWriting = false),
    );

    const seen = new Set<string>();
    for (let upTo = 0, isLast = false; !isLast;) {
      isLast = !isWriting;
      const found = await shared.observedAfter('checks', upTo, 7);
      for (const id of found.ids) seen.add(id);
      isLast &&= found.ids.length === 0;
      upTo = found.upTo;
    }
    await writing;
    expect(seen.size).toBe(2 * ids.length);
  });

  it('knows which of the servers that are there are behind', async () => {
    const [one, two] = await servers(2);
    if (!one || !two) throw new Error('no database');
    const shared = new SqlSharedState(one);
    const leases = new PostgresLeases(two, { set: () => undefined });
    expect(await shared.reportReplicaLag('a', true)).toBe(false);

    for (const server of ['a', 'b']) await leases.renew(server, [], 60_000);
    expect(await shared.reportReplicaLag('a', true)).toBe(true);
    expect(await shared.reportReplicaLag('b', true)).toBe(false);
    await leases.renew('a', [], 60_000);
    expect(await shared.reportReplicaLag('b', true)).toBe(false);
    await shared.reportReplicaLag('a', false);
    expect(await shared.reportReplicaLag('b', true)).toBe(true);
    await leases.leave('a');
    expect(await shared.reportReplicaLag('b', true)).toBe(false);
  });
});
