import { createServer, connect, type AddressInfo } from 'node:net';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { Client } from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { PostgresDatabase } from '../../../../src/adapters/postgres/database.ts';
import { SqlChangeLog } from '../../../../src/adapters/state/change-log.ts';
import { get, run, type StateDatabase } from '../../../../src/adapters/state/database.ts';
import { SqlErasure } from '../../../../src/adapters/state/erasure.ts';
import { NewerDatabase } from '../../../../src/adapters/state/schema.ts';
import { tables } from '../../../../src/adapters/state/tables.ts';
import { SqliteDatabase } from '../../../../src/adapters/sqlite/database.ts';
import { aPostgresUrl, describePostgres, tell } from '../../../support/state-database.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

const Row = z.object({ is_pruned: z.int() });
const addToken = 'INSERT INTO used_token (issuer, jti, expires_at) VALUES (?, ?, 0)';
const countTokens = async (database: StateDatabase): Promise<number> =>
  (await database.all('SELECT 1 FROM used_token')).length;

async function open(url: string): Promise<PostgresDatabase> {
  const database = await PostgresDatabase.open(url);
  onTestFinished(() => database.close());
  return database;
}

/** Adds one to a number that it reads before, as two servers could at once. */
const addOne = (database: StateDatabase): Promise<void> =>
  database.transaction(function* () {
    const { is_pruned } = Row.parse(yield* get('SELECT is_pruned FROM feed'));
    yield* run('UPDATE feed SET is_pruned = ?', is_pruned + 1);
  });

/** Ends the connections of all others to this server that are in the schema of a URL. */
const endConnections = (url: string): Promise<void> =>
  tell(
    url,
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND application_name = 'ended'",
  );

describePostgres('the state in PostgreSQL', () => {
  it('has the tables and columns that it has in SQLite', async () => {
    const database = await open(await aPostgresUrl());
    const sqlite = await SqliteDatabase.in(await temporaryFolder());
    onTestFinished(() => sqlite.close());

    for (const table of tables) {
      const known = await sqlite.all('SELECT name FROM pragma_table_info(?) ORDER BY name', table);
      const here = await database.all(
        `SELECT column_name::text AS name FROM information_schema.columns
         WHERE table_schema = current_schema() AND table_name = ? ORDER BY 1`,
        table,
      );
      expect(here, table).toEqual(known);
    }
  });

  it('is made once when several open it at the same moment', async () => {
    const url = await aPostgresUrl();
    const opened = await Promise.all(Array.from({ length: 5 }, () => open(url)));

    expect(await opened[0]?.all('SELECT id FROM feed')).toEqual([{ id: 1 }]);
  });

  it('refuses a schema that is newer than this Tollbook', async () => {
    const url = await aPostgresUrl();
    await (await open(url)).run('UPDATE tollbook_schema SET version = 999');

    await expect(PostgresDatabase.open(url)).rejects.toThrow(NewerDatabase);
  });

  it('keeps nothing of work that fails, and all of the works that share its commit', async () => {
    const database = await open(await aPostgresUrl());
    const done = await Promise.allSettled([
      database.run(addToken, 'a', '1'),
      database.run(addToken, 'b', '1'),
      database.transaction(function* () {
        yield* run(addToken, 'c', '1');
        yield* run(addToken, 'c', '1');
      }),
      database.run(addToken, 'd', '1'),
    ]);

    expect(done.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await database.all('SELECT issuer FROM used_token ORDER BY issuer')).toEqual(
      ['a', 'b', 'd'].map((issuer) => ({ issuer })),
    );
  });

  it('runs transactions of several servers as if one followed the other', async () => {
    const url = await aPostgresUrl();
    const servers = await Promise.all([open(url), open(url), open(url)]);
    for (let round = 0; round < 5; round += 1) await Promise.all(servers.map(addOne));

    expect(await servers[0].get('SELECT is_pruned FROM feed')).toEqual({ is_pruned: 15 });
  });

  it('numbers changes in the order in which readers see them', async () => {
    const url = await aPostgresUrl();
    const [one, other, reader] = (await Promise.all([open(url), open(url), open(url)])).map(
      (database) => new SqlChangeLog(database),
    );
    if (!one || !other || !reader) throw new Error('three were opened');
    const append = async (log: SqlChangeLog, name: string): Promise<void> => {
      for (let i = 0; i < 10; i += 1) {
        const service = { name, endpoint: `https://${name}.example.com`, digest: String(i), seen: null };
        await log.append(
          [{ at: new Date(i), kind: 'updated', id: name, commit: 'c0ffee', service }],
          'c0ffed',
        );
      }
    };

    const seen: number[] = [];
    const writing = { isOver: false };
    const written = Promise.all([append(one, 'one'), append(other, 'other')]).finally(() => {
      writing.isOver = true;
    });
    let last = { number: 0, at: 0 };
    const look = async (): Promise<void> => {
      const { position } = await reader.state();
      const since = seen.length === 0 ? undefined : { ...position, ...last };
      const found = await reader.after(since, 100);
      if (found === 'expired') throw new Error('nothing was forgotten');
      for (const { number, at } of found.changes) {
        seen.push(number);
        last = { number, at: at.getTime() };
      }
    };
    while (!writing.isOver) await look();
    await written;
    await look();
    expect(seen).toHaveLength(20);
    expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  });

  it('lets readers see one moment', async () => {
    const url = await aPostgresUrl();
    const [database, other, gate] = [await open(url), await open(url), await aGate(url)];
    const seen = database.read(function* () {
      const before = yield* get('SELECT count(*) AS tokens FROM used_token');
      yield* get(gate.pass);
      return [before, yield* get('SELECT count(*) AS tokens FROM used_token')];
    });
    await gate.isReached();
    await other.run(addToken, 'a', '1');
    await gate.open();

    const [before, after] = await seen;
    expect(after).toEqual(before);
  });

  it('goes on when its connections are lost', async () => {
    const url = await aPostgresUrl();
    const database = await open(`${url}&application_name=ended`);
    const writes = Array.from({ length: 100 }, (_, i) => database.run(addToken, 'a', String(i)));
    await endConnections(url);
    await Promise.all(writes);

    expect(await countTokens(database)).toBe(100);
  });

  it('writes once what was committed while the connection was lost', async () => {
    const url = await aPostgresUrl();
    const proxy = await aProxy();
    const database = await open(proxy.of(url));
    const add = (): Promise<number> => database.run('UPDATE feed SET is_pruned = is_pruned + 1');
    await add();
    proxy.loseNextCommit();
    await add();

    expect(proxy.lost()).toBe(1);
    expect(await database.get('SELECT is_pruned FROM feed')).toEqual({ is_pruned: 2 });
  });

  it('says that it cannot be reached, without the password', async () => {
    const nowhere = `postgres://ada:secret@localhost/state?host=${encodeURIComponent(await temporaryFolder())}`;
    const error: unknown = await PostgresDatabase.open(nowhere).catch((reason: unknown) => reason);

    expect(error).toMatchObject({ name: 'StateUnavailable', fault: 'unreachable' });
    expect(String(error)).not.toContain('secret');
  });

  it('rejects pings while it takes no writes', async () => {
    const url = await aPostgresUrl();
    await expect((await open(url)).ping()).resolves.toBeUndefined();

    const standby = await open(url.replace('-c%20', '-c%20default_transaction_read_only%3Don%20-c%20'));
    await expect(standby.ping()).rejects.toMatchObject({ fault: 'unreachable' });
    await expect(standby.run(addToken, 'a', '1')).rejects.toMatchObject({ fault: 'unreachable' });
  });

  it('is damaged when its tables are gone', async () => {
    const database = await open(await aPostgresUrl());
    await database.run('DROP TABLE used_token');

    await expect(database.run(addToken, 'a', '1')).rejects.toMatchObject({ fault: 'damaged' });
  });

  it('keeps texts with a character that PostgreSQL cannot keep', async () => {
    const database = await open(await aPostgresUrl());
    await database.run(addToken, 'a\0b', '1');

    expect(await database.all('SELECT issuer FROM used_token')).toEqual([{ issuer: 'a\uFFFDb' }]);
  });

  it.each(['service', 'service-and-id', 'former-declarations'] as const)(
    'forgets a service: %s',
    async (erased) => {
      const database = await open(await aPostgresUrl());
      const [log, erasure] = [new SqlChangeLog(database), new SqlErasure(database)];
      const listed = { name: 'Rain', endpoint: 'https://rain.example.com', digest: 'digest', seen: null };
      const change = {
        at: new Date(0),
        kind: 'created',
        id: 'rain',
        commit: 'c0ffee',
        service: listed,
      } as const;
      await log.append([change, { ...change, kind: 'updated' }], 'c0ffed');

      expect(await erasure.forget('rain', erased)).toBe(true);
      const feed = await log.after(undefined, 10);
      expect(feed).toMatchObject({ changes: erased === 'service' ? [{ kind: 'updated' }] : [] });
      expect(await erasure.forget('hail', erased)).toBe(false);
    },
  );

  it('leaves nothing in its tables of rows that were deleted', async () => {
    const database = await open(await aPostgresUrl());
    await database.run(addToken, 'a', '1');
    const sizeOf = () => database.get("SELECT pg_relation_size('used_token') AS bytes");
    expect(await sizeOf()).not.toEqual({ bytes: 0 });
    await database.run('DELETE FROM used_token');

    await database.compact();
    expect(await sizeOf()).toEqual({ bytes: 0 });
  });

  it('waits for who may still read what was deleted', async () => {
    const url = await aPostgresUrl();
    const database = await open(`${url}&application_name=compacting`);
    const [reader, gate] = [await open(url), await aGate(url)];
    await database.run(addToken, 'a', '1');
    const read = reader.read(function* () {
      yield* get('SELECT version FROM tollbook_schema');
      yield* get(gate.pass);
    });
    await gate.isReached();

    const compacted = database.run('DELETE FROM used_token').then(() => database.compact());
    await gate.until(
      `pg_stat_activity WHERE application_name = 'compacting' AND query LIKE '%backend_xmin%'`,
    );
    await gate.open();
    await read;
    await compacted;
    expect(await database.get("SELECT pg_relation_size('used_token') AS bytes")).toEqual({ bytes: 0 });
  });

  it('rewrites no table while somebody reads it, and lets others go first meanwhile', async () => {
    const url = await aPostgresUrl();
    const [database, other, reader] = [await open(url), await open(url), await aGate(url)];
    await reader.ask('BEGIN; SELECT count(*) FROM used_token');
    let isCompact = false;
    const compacted = database.compact().then(() => (isCompact = true));
    await reader.until(`pg_locks WHERE NOT granted AND relation = 'used_token'::regclass`);
    await other.run(addToken, 'a', '1');
    expect(isCompact).toBe(false);

    await reader.ask('COMMIT');
    await compacted;
    expect(await countTokens(other)).toBe(1);
  });
});

/** A gate that queries wait at until it is opened. */
async function aGate(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  const number = randomInt(2 ** 31);
  await client.query('SELECT pg_advisory_lock($1)', [number]);
  /** Waits until rows are there. */
  const until = async (rows: string): Promise<void> => {
    await expect.poll(async () => (await client.query(`SELECT 1 FROM ${rows}`)).rowCount).toBeGreaterThan(0);
  };

  return {
    ask: (sql: string) => client.query(sql),
    pass: `SELECT 1 FROM pg_advisory_xact_lock(${String(number)})`,
    until,
    isReached: () => until(`pg_locks WHERE NOT granted AND objid = ${String(number)}`),
    open: () => client.query('SELECT pg_advisory_unlock($1)', [number]),
  };
}

/** Passes bytes on to the server of the tests, and can end a connection after the next COMMIT, before its answer. */
async function aProxy() {
  let isLosing = false;
  let lost = 0;
  const server = createServer((client) => {
    const upstream = connect(`${inject('postgresFolder')}/.s.PGSQL.5432`);
    client.on('data', (bytes) => {
      upstream.write(bytes);
      if (!isLosing || !bytes.includes('COMMIT')) return;

      [isLosing, lost] = [false, lost + 1];
      client.destroy();
    });
    upstream.on('data', (bytes) => client.write(bytes));
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.end());
    upstream.on('close', () => client.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = z.object({ port: z.int() }).parse(server.address() satisfies AddressInfo | string | null);

  return {
    of: (url: string) => url.replace(/localhost/, `127.0.0.1:${String(port)}`).replace(/host=[^&]*&/, ''),
    loseNextCommit: () => {
      isLosing = true;
    },
    lost: () => lost,
  };
}
