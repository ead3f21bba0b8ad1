import { expect, it } from 'vitest';
import { z } from 'zod';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { aCluster, type ClusterServer, holderOf } from '../../support/cluster.ts';
import { httpSeller } from '../../support/seller.ts';
import { describePostgres, tell } from '../../support/state-database.ts';
import { verified, webhookTarget } from '../../support/webhook-target.ts';

const Status = z.object({ lastChecked: z.coerce.date() });

/** A seller of no x402, and when it was asked at `/paid`. */
async function aSeller(answer: () => Promise<unknown> = () => Promise.resolve()) {
  const asked: number[] = [];
  const seller = await httpSeller((request, response) => {
    if (request.url !== '/paid') {
      response.writeHead(404).end();
      return;
    }
    if (request.method === 'GET') asked.push(performance.now());
    void answer().then(() => response.writeHead(200).end());
  });
  return { asked, endpoint: `http://127.0.0.1:${String(seller.port)}/paid` };
}

/** The holder of a duty among two servers, and the other one. */
async function inOrder(
  duty: string,
  servers: readonly ClusterServer[],
): Promise<[ClusterServer, ClusterServer]> {
  const holder = await holderOf(duty, servers);
  const other = servers.find((server) => server !== holder);
  if (!other) throw new Error('there is no other server');
  return [holder, other];
}

describePostgres('servers that share a database', () => {
  it('check each service once an interval, and go on when one of them is killed', async () => {
    const { asked, endpoint } = await aSeller();
    const { servers } = await aCluster({ PROBE_INTERVAL: '2s' }, {}, {}, {});
    await servers[0]?.registered('watched', { endpoint });
    const holder = await holderOf('checks', servers);
    const before = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(before + 2);
    const gaps = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(1_500);

    await holder.process.stop('SIGKILL');
    const others = servers.filter((server) => server !== holder);
    const seen = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(seen);
    await holderOf('checks', others);
  });

  it('leave the checks to one that makes some, whichever was first', async () => {
    const { asked, endpoint } = await aSeller();
    const cluster = await aCluster({});
    const resting = await cluster.add({ PROBE_INTERVAL: '0' });
    await holderOf('former checks', [resting]);
    await cluster.add({ PROBE_INTERVAL: '1s' });
    await holderOf('checks', cluster.servers);
    await resting.registered('watched', { endpoint });

    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(await resting.recordedChecks()).toBe(0);
  });

  it('report what a server recorded before it was killed', async () => {
    const { endpoint } = await aSeller();
    const cluster = await aCluster({ PROBE_INTERVAL: '1h' });
    const first = await cluster.add();
    const { id } = await first.registered('watched', { endpoint });
    await holderOf('checks', [first]);
    await expect.poll(() => first.recordedChecks()).toBeGreaterThan(0);
    const next = await cluster.add();
    const kinds = async () =>
      (await next.allChanges()).filter((change) => change.id === id).map(({ kind }) => kind);
    await expect.poll(async () => (await kinds()).at(-1)).toBe('observed');
    const told = (await kinds()).length;

    await tell(
      cluster.databaseUrl,
      `UPDATE listing SET seen = 'what was told before' WHERE service_id = '${id}'`,
    );
    await first.process.stop('SIGKILL');
    await holderOf('checks', [next]);
    await expect.poll(async () => (await kinds()).length).toBe(told + 1);
    expect((await kinds()).at(-1)).toBe('observed');
  });

  it('record nothing of one that was paused, once another does its duty', async () => {
    const held = Promise.withResolvers<undefined>();
    let isHeld = false;
    const { asked, endpoint } = await aSeller(() => (isHeld ? held.promise : Promise.resolve()));
    const { servers } = await aCluster({ PROBE_INTERVAL: '1s' }, {}, {});
    const [paused, next] = await inOrder('checks', servers);
    await paused.registered('watched', { endpoint });
    isHeld = true;
    const seen = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(seen);
    const recorded = await paused.recordedChecks();

    process.kill(paused.process.pid, 'SIGSTOP');
    await holderOf('checks', [next]);
    isHeld = false;
    held.resolve(undefined);
    process.kill(paused.process.pid, 'SIGCONT');
    await expect.poll(() => paused.process.output()).toContain('a duty is left to other servers');
    // Meanwhile the one that was paused gets the answer that it waited for.
    const then = await next.recordedChecks();
    await expect.poll(() => next.recordedChecks()).toBeGreaterThan(then + 1);

    expect(await paused.recordedChecks()).toBe(recorded);
    const said = paused.process.output().match(/"duty":"checks"[^\n]*left to other servers/g);
    expect(said).toHaveLength(1);
    expect(paused.process.output()).not.toContain('checks could not be written');
  });

  it('leave their duties to others at once when they are stopped', async () => {
    const { servers } = await aCluster({ PROBE_INTERVAL: '1h', LEASE_DURATION: '12s' }, {}, {});
    const [holder, other] = await inOrder('checks', servers);
    await holder.process.stop('SIGTERM');

    await holderOf('checks', [other]);
    expect(holder.process.output()).not.toContain('"level":50');
  });

  it('take the time from the database where the clock of one is an hour ahead', async () => {
    const { asked, endpoint } = await aSeller();
    const cluster = await aCluster({ PROBE_INTERVAL: '1s' });
    const ahead = await cluster.add({ NODE_OPTIONS: `--import ${hourAhead}` });
    await holderOf('checks', [ahead]);
    const { id } = await ahead.registered('watched', { endpoint });

    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await expect.poll(() => ahead.recordedChecks()).toBeGreaterThan(1);
    const { lastChecked } = Status.parse(await (await ahead.get(`/api/services/${id}/status`)).json());
    expect(Math.abs(lastChecked.getTime() - Date.now())).toBeLessThan(1_000_000);
  });

  it('deliver each change as one, whichever of them the owner asks and whoever is killed', async () => {
    const target = await webhookTarget();
    const { servers } = await aCluster({}, {}, {});
    const [holder, next] = await inOrder('webhooks', servers);
    const answer = await next.send('POST', '/api/webhooks', { url: target.url });
    const { secret } = NewWebhook.parse(await answer.json());
    let isSilent = false;
    target.answer((response) => (isSilent ? undefined : response.writeHead(204).end()));

    await holder.registered('one');
    await expect.poll(() => target.received.length).toBe(1);
    isSilent = true;
    await holder.registered('two');
    await expect.poll(() => target.received.length).toBe(2);
    await holder.process.stop('SIGKILL');
    isSilent = false;
    await expect.poll(() => target.received.length).toBe(3);

    const ids = target.received.map(({ id }) => id);
    expect(ids[2]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
    const last = target.received.map((received) => verified(received, secret).type).at(-1);
    expect(last).toBe('service.created');
    await target.close();
  });
});

/** Moves the clock of a process on by an hour. */
const hourAhead = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) { super(...(given.length === 0 ? [RealDate.now() + 3600000] : given)); }
    static now() { return RealDate.now() + 3600000; }
  };
`)}`;
