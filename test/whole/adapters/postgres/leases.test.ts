import { Client } from 'pg';
import { expect, it, onTestFinished, vi } from 'vitest';
import { DatabaseClock } from '../../../../src/adapters/postgres/database-clock.ts';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { FencedDatabase } from '../../../../src/adapters/postgres/fenced-database.ts';
import { PostgresLeases } from '../../../../src/adapters/postgres/leases.ts';
import { all, get, run } from '../../../../src/adapters/state/database.ts';
import { LeaseLost } from '../../../../src/domain/lease.ts';
import { soon } from '../../../support/soon.ts';
import { aPostgresUrl, describePostgres } from '../../../support/state-database.ts';

const long = 60_000;
const short = 1;

/** An arbitrary number for a lock that holds a transaction up. */
const gateLock = '4711';

async function aServer(url: string) {
  const database = await PostgresDatabase.open(url);
  onTestFinished(() => database.close());
  return { database, leases: new PostgresLeases(database, await DatabaseClock.read(database)) };
}

async function twoServers() {
  const url = await aPostgresUrl();
  return [await aServer(url), await aServer(url)] as const;
}

/** Sets the clock of this machine an hour ahead, for one test. */
function clockAhead(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
  onTestFinished(() => void vi.useRealTimers());
}

/** Takes a duty that is free, or about to be. */
async function taken({ leases }: Awaited<ReturnType<typeof aServer>>, holder: string, ms: number) {
  return vi.waitFor(async () => {
    const lease = await leases.take(holder, 'checks', ms);
    if (!lease) throw new Error('another has it');
    return lease;
  }, soon);
}

describePostgres('leases in PostgreSQL', () => {
  it('are given to one of many servers that ask at once', async () => {
    const servers = await twoServers();
    const asked = Array.from({ length: 20 }, (_, i) =>
      servers[i % 2 === 0 ? 0 : 1].leases.take(String(i), 'checks', long),
    );

    expect((await Promise.all(asked)).filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  it('last as long as they are renewed, and not longer', async () => {
    const [one, other] = await twoServers();
    await taken(one, 'one', short);
    await one.leases.renew('one', ['checks'], long);
    expect(await other.leases.take('other', 'checks', long)).toBeUndefined();
    await one.leases.renew('one', ['checks'], short);

    expect(await taken(other, 'other', long)).toMatchObject({ holder: 'other', epoch: 2 });
  });

  it('are not renewed for a server that lost them', async () => {
    const [one, other] = await twoServers();
    await taken(one, 'one', short);
    await taken(other, 'other', long);

    const { leases } = await one.leases.renew('one', ['checks'], long);
    expect(leases.get('checks')).toMatchObject({ holder: 'other' });
  });

  it('are free at once when they are given back, or their server leaves', async () => {
    const [one, other] = await twoServers();
    await one.leases.giveBack(await taken(one, 'one', long));
    expect(await other.leases.take('other', 'checks', long)).toMatchObject({ epoch: 2 });
    await other.leases.leave('other');

    expect(await one.leases.take('one', 'checks', long)).toMatchObject({ epoch: 3 });
  });

  it('last by the time of the database, whatever the machine of a server says', async () => {
    const [one, other] = await twoServers();
    await taken(one, 'one', long);
    await other.leases.renew('other', [], long);
    clockAhead();

    expect(await other.leases.take('other', 'checks', long)).toBeUndefined();
    const { leases, servers } = await one.leases.renew('one', ['checks'], long);
    expect(leases.get('checks')).toMatchObject({ holder: 'one' });
    expect(servers).toEqual(new Set(['one', 'other']));
  });

  it('name the servers that are there', async () => {
    const [one, other] = await twoServers();
    await other.leases.renew('gone', [], short);
    await other.leases.renew('other', [], long);

    const named = async () => (await one.leases.renew('one', [], long)).servers;
    await expect.poll(named).toEqual(new Set(['one', 'other']));
  });

  it('keep a server from writing once another has the duty, and nobody from reading', async () => {
    const [one, other] = await twoServers();
    const lease = await taken(one, 'one', short);
    const fenced = new FencedDatabase(one.database, lease);
    const write = () => fenced.run(`INSERT INTO server (id, until) VALUES ('written', 0)`);
    await write();
    await fenced.run(`DELETE FROM server WHERE id = 'written'`);
    await taken(other, 'other', long);

    await expect(write()).rejects.toThrow(LeaseLost);
    expect(await fenced.all('SELECT id FROM server')).toEqual([]);
  });

  it('undo a transaction of the last holder that ends after the next one has read that it did not happen', async () => {
    const url = await aPostgresUrl();
    const [one, other] = [await aServer(url), await aServer(url)];
    const late = new FencedDatabase(one.database, await taken(one, 'one', short));
    const gate = new Client({ connectionString: url });
    await gate.connect();
    await gate.query(`SELECT pg_advisory_lock(${gateLock})`);
    const written = late.transaction(function* () {
      yield* get(`SELECT pg_advisory_xact_lock(${gateLock})`);
      yield* run(`INSERT INTO server (id, until) VALUES ('late', 0)`);
    });
    const outcome = expect(written).rejects.toThrow(LeaseLost);
    const waits = () =>
      gate.query(
        `SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${gateLock}`,
      );
    await expect.poll(async () => (await waits()).rowCount).toBe(1);
    await taken(other, 'other', long);
    const seen = await other.database.transaction(function* () {
      const rows = yield* all('SELECT id FROM server');
      yield* run(`INSERT INTO server (id, until) VALUES ('next', 0)`);
      return rows;
    });

    expect(seen).toEqual([]);
    await gate.end();
    await outcome;
  });
});

describePostgres('the clock of the database', () => {
  it('is set by answers that came promptly', async () => {
    const { database } = await aServer(await aPostgresUrl());
    const clock = await DatabaseClock.read(database);
    expect(Math.abs(clock.now().getTime() - Date.now())).toBeLessThan(60_000);
    clock.set(1_000_000, performance.now());
    expect(clock.now().getTime()).toBeLessThan(2_000_000);
    clock.set(9_000_000_000, performance.now() - 60_000);

    expect(clock.now().getTime()).toBeLessThan(2_000_000);
  });
});
