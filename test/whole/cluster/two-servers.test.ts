import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { evmWallet } from '../../fixtures/wallets.ts';
import { Cluster, type ClusterServer, holderOf } from '../../support/cluster.ts';
import { ask, describePostgres } from '../../support/state-database.ts';

const Challenge = z.object({ message: z.string() });

let cluster: Cluster;

/** Both servers. */
function both(): [ClusterServer, ClusterServer] {
  const [one, other] = cluster.servers;
  if (!one || !other) throw new Error('the servers have not started');
  return [one, other];
}

// The short form of test/long/cluster and test/long/soak.
describePostgres('two servers over one PostgreSQL and one git remote', () => {
  beforeAll(async () => {
    const settings = { PROBE_INTERVAL: '1h', RATE_LIMIT_READ: '100000/h' };
    cluster = await Cluster.start([settings, settings]);
  });
  afterAll(() => cluster.close());

  it('find at once by id what was registered through the other, list it soon, and tell of it once', async () => {
    const [one, other] = both();
    const [rain, snow] = await Promise.all([one.registered('rain'), other.registered('snow')]);

    expect((await other.get(`/api/services/${rain.id}`)).status).toBe(200);
    expect((await one.get(`/api/services/${snow.id}`)).status).toBe(200);
    for (const server of [one, other]) {
      await expect.poll(async () => (await server.names()).sort()).toEqual([rain.name, snow.name]);
      const created = (await server.allChanges()).filter(({ kind }) => kind === 'created');
      expect(created.map(({ id }) => id).sort()).toEqual([rain.id, snow.id].sort());
    }
  });

  it.each([1, 2, 3, 4, 5])('give one answer to one Idempotency-Key (%i)', async (round) => {
    const key = `once-${String(round)}`;
    const answers = await Promise.all(both().map((server) => server.register(key, key)));
    const [first, second] = await Promise.all(answers.map((answer) => answer.text()));

    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(second).toBe(first);
    expect(answers.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(1);
  });

  it('refuse an Idempotency-Key that comes with another body, at either of them', async () => {
    const statuses = await Promise.all(
      both().map(async (server, i) => (await server.register(`body-${String(i)}`, 'reused')).status),
    );

    expect(statuses.sort()).toEqual([201, 422]);
  });

  it.each([1, 2, 3, 4])('give one key for the answer to a challenge (%i)', async () => {
    const [one, other] = both();
    const wallet = evmWallet();
    const asked = await one.send('POST', '/api/challenges', { account: wallet.account });
    const { message } = Challenge.parse(await asked.json());
    const signed = { message, signature: await wallet.sign(message) };
    const answers = [one, other].map((server) => server.send('POST', '/api/keys', signed));

    expect((await Promise.all(answers)).map(({ status }) => status).sort()).toEqual([201, 422]);
  });

  it('count the requests of a client together', async () => {
    const [one, other] = both();
    const remaining = async (server: ClusterServer) => {
      const { headers } = await server.get('/api/categories');
      return Number(/;r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await remaining(other);
    const asked = 20;
    for (let i = 0; i < asked; i += 1) await remaining(one);

    let own = 0;
    await expect
      .poll(async () => {
        own += 1;
        return (await remaining(other)) + own;
      })
      .toBeLessThanOrEqual(before - asked);
  });

  it('take one of two changes of the same version', async () => {
    const [one, other] = both();
    const path = `/api/services/${(await one.registered('contested')).id}`;
    const match = { 'If-Match': (await one.get(path)).headers.get('etag') ?? '' };
    const changes = [one, other].map((server, i) =>
      server.send('PATCH', path, { name: `Name ${String(i)}` }, match),
    );

    expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('leave the duties of one that is killed to the other, which has all that was acknowledged, and gives them back', async () => {
    const [one, other] = both();
    const holder = await holderOf('checks', [one, other]);
    const left = holder === one ? other : one;
    const { id } = await holder.registered('acknowledged');
    await holder.process.stop('SIGKILL', true);

    expect((await left.get(`/api/services/${id}`)).status).toBe(200);
    expect((await left.register('afterwards')).status).toBe(201);
    const created = (await left.allChanges()).filter(({ kind }) => kind === 'created');
    expect(new Set(created.map((change) => change.id)).size).toBe(created.length);
    await holderOf('checks', [left]);
    await left.process.stop('SIGTERM');
    const [lease] = await ask(cluster.databaseUrl, `SELECT holder FROM lease WHERE duty = 'checks'`);
    expect(lease).toEqual({ holder: '' });
  });
});
