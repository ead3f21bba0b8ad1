import { createServer } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { describePostgres } from '../../support/state-database.ts';
import { aDocument, anEntry, base64, wallet } from '../../fixtures/answers.ts';
import { soon } from '../../support/soon.ts';
import { Cluster, type ClusterServer } from '../../support/cluster.ts';

const seller = createServer((request, response) => {
  if (request.url === '/robots.txt') response.writeHead(404).end();
  else response.writeHead(402, { 'PAYMENT-REQUIRED': base64(aDocument(anEntry())) }).end('{}');
});
const Status = z.object({ status: z.string(), trustScore: z.number(), lastChecked: z.string().nullable() });

/** Longer than a process has to wait for its turn while it runs. */
const heldUpMs = 1_100;

let cluster: Cluster;
let checking: ClusterServer;
let others: ClusterServer[];

describePostgres('servers of which one checks services', () => {
  beforeAll(async () => {
    seller.listen(0, '127.0.0.1');
    await once(seller, 'listening');
    cluster = await Cluster.start([{ PROBE_INTERVAL: '1s' }, {}, {}], { ownPostgres: true });
    const [first, ...rest] = cluster.servers;
    if (!first) throw new Error('no server');
    [checking, others] = [first, rest];
  });
  afterAll(async () => {
    await cluster.close();
    seller.close();
  });

  it('all show what its checks find, and tell of it once', async () => {
    const { port } = z.object({ port: z.number() }).parse(seller.address());
    const made = await others[0]?.registered('checked', {
      endpoint: `http://127.0.0.1:${String(port)}/checked`,
      pricing: { currency: 'USDC', pricePerRequest: '0.01' },
      x402Config: { paymentAddress: wallet, network: 'base' },
    });
    const id = made?.id ?? '';

    const statusAt = async (server: ClusterServer) =>
      Status.parse(await (await server.get(`/api/services/${id}/status`)).json());
    for (const server of cluster.servers) {
      await vi.waitFor(async () => {
        expect(await statusAt(server)).toMatchObject({ status: 'verified' });
      }, soon);
    }
    const { lastChecked } = await statusAt(checking);
    for (const server of others) {
      await vi.waitFor(async () => {
        expect(Date.parse((await statusAt(server)).lastChecked ?? '')).toBeGreaterThanOrEqual(
          Date.parse(lastChecked ?? ''),
        );
      }, soon);
    }
    const changes = (await others[1]?.allChanges()) ?? [];
    expect(changes.filter(({ kind }) => kind === 'created')).toHaveLength(1);
    const told = await Promise.all(cluster.servers.map((server) => server.allChanges()));
    expect(
      new Set(
        told.map((each) =>
          each
            .slice(0, changes.length)
            .map(({ cursor }) => cursor)
            .join(),
        ),
      ),
    ).toHaveProperty('size', 1);
  });

  it('lose nothing that was acknowledged when one is killed in the middle of commits', async () => {
    const acknowledged: string[] = [];
    const running = cluster.servers.flatMap((server, s) =>
      Array.from({ length: 20 }, async (_, i) => {
        const { id } = await server.registered(`killed-${String(s)}-${String(i)}`);
        acknowledged.push(id);
      }),
    );
    const settled = Promise.allSettled(running);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(2);
    await checking.process.stop('SIGKILL', true);
    await settled;
    expect(acknowledged.length).toBeGreaterThanOrEqual(40);

    await checking.startAgain();
    for (const server of cluster.servers) {
      for (const id of acknowledged) expect((await server.get(`/api/services/${id}`)).status).toBe(200);
      await vi.waitFor(async () => {
        const created = (await server.allChanges()).filter(({ kind }) => kind === 'created');
        const ids = created.map(({ id }) => id);
        expect(ids).toEqual(expect.arrayContaining(acknowledged));
        expect(new Set(ids).size).toBe(ids.length);
      }, soon);
    }
  });

  it('show what others did, in their first answer after they were held up', async () => {
    const [held] = others;
    if (!held) throw new Error('no server');
    process.kill(held.process.pid, 'SIGSTOP');
    const heldAt = performance.now();
    const { id } = await checking.registered('meanwhile');
    // A process knows by the time that it had no turn.
    await expect.poll(() => performance.now()).toBeGreaterThan(heldAt + heldUpMs);
    process.kill(held.process.pid, 'SIGCONT');

    const listed = await held.get('/api/services?query=meanwhile');
    expect(z.array(z.object({ id: z.string() })).parse(await listed.json())).toEqual([
      expect.objectContaining({ id }),
    ]);
  });

  it('give way on /ready while they lack what another shows, until they show it too', async () => {
    const [cutOff] = others;
    if (!cutOff) throw new Error('no server');
    const giveBack = await cutOff.cutOff();
    const { id } = await checking.registered('unseen');

    await vi.waitFor(async () => {
      expect(await cutOff.ready()).toBe(503);
    }, soon);
    expect(await checking.ready()).toBe(200);
    expect((await cutOff.get(`/api/services/${id}`)).status).toBe(503);
    expect((await cutOff.get('/api/services?limit=1')).status).toBe(200);
    expect((await cutOff.health()).checks['servers']).toContain('another server shows them');

    await giveBack();
    await vi.waitFor(async () => {
      expect(await cutOff.ready()).toBe(200);
    }, soon);
    expect((await cutOff.get(`/api/services/${id}`)).status).toBe(200);
  });

  it('answer reads while the database is away, refuse writes, and go on when it is back', async () => {
    const [server] = others;
    if (!server) throw new Error('no server');
    const { id } = await server.registered('before');
    const before = server.process.output().length;
    await cluster.stopDatabase();
    try {
      expect((await server.get(`/api/services/${id}`)).status).toBe(200);
      expect((await server.get('/api/services?limit=1')).status).toBe(200);
      // What checks find every second may be on its way: a server that knows of more than it shows does not say that there is nothing.
      expect([404, 503]).toContain((await server.get('/api/services/nothing-aaaaaaaa')).status);
      expect((await server.register('during')).status).toBe(503);
      await vi.waitFor(async () => {
        expect((await server.health()).checks['servers']).toContain('cannot be applied');
      }, soon);
      expect(await Promise.all(cluster.servers.map((each) => each.ready()))).toEqual([200, 200, 200]);
    } finally {
      await cluster.startDatabase();
    }

    for (const each of cluster.servers) {
      await vi.waitFor(async () => {
        expect((await each.health()).checks['servers']).toBe('ok');
      }, soon);
    }
    const after = await server.registered('after');
    expect((await checking.get(`/api/services/${after.id}`)).status).toBe(200);
    const said = server.process
      .output()
      .slice(before)
      .split('the changes of other servers cannot be applied');
    expect(said).toHaveLength(2);
  });
});
