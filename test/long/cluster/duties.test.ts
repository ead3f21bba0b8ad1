import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { httpSeller } from '../../support/seller.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { describePostgres, tell } from '../../support/state-database.ts';
import { verified, webhookTarget } from '../../support/webhook-target.ts';
import { z } from 'zod';
import { NewWebhook } from '../../../src/views/webhook.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { holderOf, recordedChecks, Servers } from './duty-servers.ts';

const Id = z.object({ id: z.string() });
const Changes = z.object({ changes: z.array(z.object({ id: z.string(), kind: z.string() })) });

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

async function registered(server: RunningServer, key: string, endpoint: string): Promise<string> {
  const answer = await register(server.url, key, { ...aRegistration('watched'), endpoint });
  expect(answer.status).toBe(201);
  return Id.parse(await answer.json()).id;
}

describePostgres('servers that share a database', () => {
  it('check each service once an interval, and go on when one of them is killed', async () => {
    const { asked, endpoint } = await aSeller();
    const servers = await Servers.make({ PROBE_INTERVAL: '4s' });
    const first = await servers.start();
    await registered(first, servers.key, endpoint);
    const all = [first, await servers.start(), await servers.start()];
    const holder = await holderOf('checks', all);
    const before = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(before + 4);
    const gaps = asked.slice(1).map((at, i) => at - (asked[i] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThan(3_000);

    await holder.stop('SIGKILL');
    const others = all.filter((server) => server !== holder);
    const seen = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(seen);
    await holderOf('checks', others);
  });

  it('leave the checks to one that makes some, whoever was first', async () => {
    const { asked, endpoint } = await aSeller();
    const servers = await Servers.make();
    const resting = await servers.start({ PROBE_INTERVAL: '0' });
    await holderOf('former checks', [resting]);
    const checking = await servers.start({ PROBE_INTERVAL: '1s' });
    await holderOf('checks', [resting, checking]);
    await registered(resting, servers.key, endpoint);

    await expect.poll(() => asked.length).toBeGreaterThan(1);
    expect(await recordedChecks(resting)).toBe(0);
  });

  it('tell of what a server recorded that was killed before it told of it', async () => {
    const { endpoint } = await aSeller();
    const servers = await Servers.make({ PROBE_INTERVAL: '1h' });
    const first = await servers.start();
    const id = await registered(first, servers.key, endpoint);
    await holderOf('checks', [first]);
    await expect.poll(() => recordedChecks(first)).toBeGreaterThan(0);
    const next = await servers.start();
    const kinds = async () =>
      Changes.parse(await (await fetch(`${next.url}/api/changes?limit=1000`)).json())
        .changes.filter((change) => change.id === id)
        .map(({ kind }) => kind);
    await expect.poll(async () => (await kinds()).at(-1)).toBe('observed');
    const told = (await kinds()).length;

    await tell(
      servers.databaseUrl,
      `UPDATE listing SET seen = 'what was told before' WHERE service_id = '${id}'`,
    );
    await first.stop('SIGKILL');
    await holderOf('checks', [next]);
    await expect.poll(async () => (await kinds()).length).toBe(told + 1);
    expect((await kinds()).at(-1)).toBe('observed');
  });

  it('record nothing of one that was paused, once another does its duty', async () => {
    const held = Promise.withResolvers<undefined>();
    let isHeld = false;
    const { asked, endpoint } = await aSeller(() => (isHeld ? held.promise : Promise.resolve()));
    const servers = await Servers.make({ PROBE_INTERVAL: '3s' });
    const [one, other] = [await servers.start(), await servers.start()];
    const paused = await holderOf('checks', [one, other]);
    const next = paused === one ? other : one;
    await registered(paused, servers.key, endpoint);
    isHeld = true;
    const seen = asked.length;
    await expect.poll(() => asked.length).toBeGreaterThan(seen);
    const recorded = await recordedChecks(paused);

    process.kill(paused.pid, 'SIGSTOP');
    const pause = sleep(31_000);
    await holderOf('checks', [next]);
    await pause;
    process.kill(paused.pid, 'SIGCONT');
    held.resolve(undefined);
    await expect.poll(() => paused.output()).toContain('a duty is left to other servers');
    await sleep(3_000);

    expect(await recordedChecks(paused)).toBe(recorded);
    const said = paused.output().match(/"duty":"checks"[^\n]*left to other servers/g);
    expect(said).toHaveLength(1);
    expect(paused.output()).not.toContain('checks could not be written');
  });

  it('leave their duties to others at once when they are stopped', async () => {
    const servers = await Servers.make({ PROBE_INTERVAL: '1h' });
    const [one, other] = [await servers.start(), await servers.start()];
    const holder = await holderOf('checks', [one, other]);
    await holder.stop('SIGTERM');

    await holderOf('checks', [holder === one ? other : one]);
    expect(holder.output()).not.toContain('"level":50');
  });

  it('agree on what is due where the clock of one is an hour ahead', async () => {
    const { asked, endpoint } = await aSeller();
    const servers = await Servers.make({ PROBE_INTERVAL: '40s' });
    const first = await servers.start();
    await holderOf('checks', [first]);
    await registered(first, servers.key, endpoint);
    await expect.poll(() => asked.length).toBe(1);
    const ahead = await servers.start({ NODE_OPTIONS: `--import ${hourAhead}` });
    await first.stop('SIGTERM');
    await holderOf('checks', [ahead]);

    await expect.poll(() => asked.length).toBe(2);
    expect((asked[1] ?? 0) - (asked[0] ?? 0)).toBeGreaterThan(35_000);
  });

  it('deliver each change as one, whichever of them the owner asks and whoever is killed', async () => {
    const target = await webhookTarget();
    const servers = await Servers.make();
    const [one, other] = [await servers.start(), await servers.start()];
    const holder = await holderOf('webhooks', [one, other]);
    const next = holder === one ? other : one;
    const { secret } = await made(next, servers.key, target.url);
    let isSilent = false;
    target.answer((response) => (isSilent ? undefined : response.writeHead(204).end()));

    await registered(holder, servers.key, 'https://one.example.com');
    await expect.poll(() => target.received.length).toBe(1);
    isSilent = true;
    await registered(holder, servers.key, 'https://two.example.com');
    await expect.poll(() => target.received.length).toBe(2);
    await holder.stop('SIGKILL');
    isSilent = false;
    await expect.poll(() => target.received.length).toBe(3);

    const ids = target.received.map(({ id }) => id);
    expect(ids[2]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(2);
    expect(verified(target.received[2] ?? raise(), secret).type).toBe('service.created');
    await target.close();
  });
});

async function made(
  { url }: RunningServer,
  key: string,
  target: string,
): Promise<z.infer<typeof NewWebhook>> {
  const answer = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: target }),
  });
  return NewWebhook.parse(await answer.json());
}

function raise(): never {
  throw new Error('nothing was delivered');
}

/** Moves the clock of a process on by an hour. */
const hourAhead = `data:text/javascript,${encodeURIComponent(`
  const RealDate = Date;
  globalThis.Date = class extends RealDate {
    constructor(...given) { super(...(given.length === 0 ? [RealDate.now() + 3600000] : given)); }
    static now() { return RealDate.now() + 3600000; }
  };
`)}`;
