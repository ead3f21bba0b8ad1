import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { describePostgres } from '../../support/state-database.ts';
import { soon } from '../../support/soon.ts';
import { Cluster, type ClusterServer } from '../../support/cluster.ts';

let cluster: Cluster;
let [a, b, c]: ClusterServer[] = [];

describePostgres('three servers over one database and one git remote', () => {
  beforeAll(async () => {
    cluster = await Cluster.start([{}, {}, {}]);
    [a, b, c] = cluster.servers;
  });
  afterAll(() => cluster.close());

  it('read by id at once what was registered through another', async () => {
    for (let i = 0; i < 10; i += 1) {
      const { id } = await one(i).registered(`at-once-${String(i)}`);
      for (const other of cluster.servers) expect((await other.get(`/api/services/${id}`)).status).toBe(200);
    }
  });

  it('list soon what was registered, changed and withdrawn through another', async () => {
    const { id, name } = await one(0).registered('listed');
    await everywhere(
      (server) => server.names(),
      (names) => expect(names).toContain(name),
    );

    const renamed = await one(1).send('PATCH', `/api/services/${id}`, { name: 'Renamed' });
    expect(renamed.status).toBe(200);
    await everywhere(
      (server) => server.names(),
      (names) => expect(names).toContain('Renamed'),
    );

    expect((await one(2).send('DELETE', `/api/services/${id}`)).status).toBe(204);
    await everywhere(
      (server) => server.names(),
      (names) => expect(names).not.toContain('Renamed'),
    );
    for (const server of cluster.servers) expect((await server.get(`/api/services/${id}`)).status).toBe(410);
  });

  it('decide writes against what others did before', async () => {
    const { id } = await one(0).registered('decided');
    const path = `/api/services/${id}`;
    const known = (await one(0).get(path)).headers.get('etag') ?? '';

    const first = await one(0).send('PATCH', path, { name: 'First' }, { 'If-Match': known });
    expect(first.status).toBe(200);
    const late = await one(1).send('PATCH', path, { name: 'Late' }, { 'If-Match': known });
    expect(late.status).toBe(412);
    const seen = first.headers.get('etag') ?? '';
    expect((await one(2).send('PATCH', path, { name: 'Second' }, { 'If-Match': seen })).status).toBe(200);
    expect((await one(0).register('decided')).status).toBe(409);
  });

  it('wake who waits for changes at another server, and know its cursors', async () => {
    const { next } = await one(0).changes(undefined);
    const end = (await one(0).allChanges()).at(-1)?.cursor ?? next;
    const waiting = one(1).changes(end, '&wait=30');
    const { id } = await one(2).registered('waited-for');

    const told = await waiting;
    expect(told.changes).toMatchObject([{ kind: 'created', id }]);
    expect((await one(0).changes(told.next)).changes).toEqual([]);
  });

  it('tell each of 300 registrations at once, through all of them, exactly once', async () => {
    const before = (await one(0).allChanges()).at(-1)?.cursor;
    const seen = Promise.all(cluster.servers.map((server) => follow(server, before, 300)));
    const made = await Promise.all(
      Array.from({ length: 300 }, (_, i) => one(i).registered(`many-${String(i)}`)),
    );

    const ids = made.map(({ id }) => id).sort();
    expect(new Set(ids).size).toBe(300);
    for (const told of await seen) expect(told.sort()).toEqual(ids);
    await everywhere(
      async (server) => (await server.names()).filter((name) => name.startsWith('Service many-')),
      (names) => expect(new Set(names).size).toBe(300),
    );
    for (const server of cluster.servers) {
      const changes = await server.allChanges(before);
      expect(changes.map(({ id }) => id).sort()).toEqual(ids);
    }
  });
});

/** One of the servers, in turn. */
function one(number: number): ClusterServer {
  const server = [a, b, c][number % 3];
  if (!server) throw new Error('the servers have not started');
  return server;
}

async function everywhere<Found>(
  read: (server: ClusterServer) => Promise<Found>,
  holds: (found: Found) => void,
): Promise<void> {
  for (const server of cluster.servers) {
    await vi.waitFor(async () => {
      holds(await read(server));
    }, soon);
  }
}

/** The ids that a reader of the feed hears of, who goes on from each answer, until there are as many. */
async function follow(server: ClusterServer, since: string | undefined, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let from = since; ids.length < count;) {
    const { changes, next } = await server.changes(from, '&wait=5');
    ids.push(...changes.map(({ id }) => id));
    from = next;
  }
  return ids;
}
