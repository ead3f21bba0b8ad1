import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { CannotAsk } from '../../../src/adapters/probe/cannot-ask.ts';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import {
  ProbePool,
  type ProbePoolSettings,
  type ProbeTarget,
} from '../../../src/adapters/probe/probe-pool.ts';
import type { ProbeResult } from '../../../src/domain/probe.ts';
import { httpSeller, rawSeller, type Seller } from '../../support/seller.ts';

const day = 24 * 60 * 60 * 1000;

/** A pool that finds every host on this machine, with a clock that stands still until it is moved. */
function poolFor(settings: Partial<ProbePoolSettings> = {}): { pool: ProbePool; clock: { now: number } } {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const probe = new HttpProbe({
    userAgent: 'tollbook/0',
    allowPrivate: true,
    reach: { resolve },
  });
  const pool = new ProbePool({
    probe,
    pauseMs: () => 0,
    now: () => clock.now,
    surprised: (_target, error) => {
      throw error;
    },
    ...settings,
  });

  return { pool, clock };
}

interface Site {
  readonly seller: Seller;
  /** What was asked, in order, like `GET /v1`. */
  readonly asked: string[];
}

/** A site that answers 402, and for robots.txt as it is told. */
async function site(
  robots: (response: ServerResponse) => void = (response) => void response.writeHead(404).end(),
  answer: (request: IncomingMessage, response: ServerResponse) => void = (_request, response) =>
    void response.writeHead(402).end(),
): Promise<Site> {
  const asked: string[] = [];
  const seller = await httpSeller((request, response) => {
    asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (request.url === '/robots.txt') robots(response);
    else answer(request, response);
  });

  return { seller, asked };
}

const says = (text: string) => (response: ServerResponse) => void response.writeHead(200).end(text);

describe('robots.txt', () => {
  it('is asked for once a day, and obeyed', async () => {
    const { seller, asked } = await site(says('User-agent: tollbook\nDisallow: /private'));
    const { pool, clock } = poolFor();

    expect(await pool.probe({ endpoint: `${seller.url}/private/a` })).toMatchObject({
      method: 'GET',
      url: `${seller.url}/private/a`,
      outcome: { failure: 'opted_out', detail: 'robots.txt asks not to ask for /private/a' },
    });
    expect(await pool.probe({ endpoint: `${seller.url}/v1` })).toMatchObject({ outcome: { status: 402 } });
    expect(asked).toEqual(['GET /robots.txt', 'GET /v1']);

    clock.now += day - 1;
    await pool.probe({ endpoint: `${seller.url}/v1` });
    clock.now += 1;
    await pool.probe({ endpoint: `${seller.url}/v1` });
    expect(asked).toEqual(['GET /robots.txt', 'GET /v1', 'GET /v1', 'GET /robots.txt', 'GET /v1']);
  });

  it('keeps a redirect from where it may not go', async () => {
    const { seller, asked } = await site(
      says('User-agent: *\nDisallow: /b'),
      (_request, response) => void response.writeHead(307, { Location: '/b' }).end(),
    );

    expect(await poolFor().pool.probe({ endpoint: `${seller.url}/a` })).toMatchObject({
      outcome: { failure: 'opted_out' },
    });
    expect(asked).toEqual(['GET /robots.txt', 'GET /a']);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['is not there', (response) => void response.writeHead(404).end('Disallow: /')],
    ['may not be seen', (response) => void response.writeHead(403).end()],
    ['is broken', (response) => void response.writeHead(500).end('User-agent: *\nDisallow: /')],
    ['is a page', says('<!doctype html><p>User-agent: *</p>')],
    ['is elsewhere', (response) => void response.writeHead(301, { Location: 'https://example.org/' }).end()],
    ['breaks off', (response) => void response.destroy()],
  ])('forbids nothing when it %s', async (_what, robots) => {
    const { seller } = await site(robots);

    expect(await poolFor().pool.probe({ endpoint: seller.url })).toMatchObject({ outcome: { status: 402 } });
  });

  it('goes on to count while it cannot be had', async () => {
    let isBroken = false;
    const { seller, asked } = await site((response) => {
      if (isBroken) response.writeHead(503).end();
      else says('User-agent: *\nDisallow: /')(response);
    });
    const { pool, clock } = poolFor();

    for (isBroken of [false, true]) {
      expect(await pool.probe({ endpoint: seller.url })).toMatchObject({ outcome: { failure: 'opted_out' } });
      clock.now += day;
    }
    expect(asked).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  it('of more than 256 KiB is read up to 500 KiB', async () => {
    const comments = `#${'x'.repeat(99)}\n`;
    const rules = (size: number): string => `${comments.repeat(size / 101)}User-agent: *\nDisallow: /\n`;
    const read = await site(says(rules(450_000)));
    const unread = await site(says(rules(600_000)));
    const { pool } = poolFor();

    expect(await pool.probe({ endpoint: read.seller.url })).toMatchObject({
      outcome: { failure: 'opted_out' },
    });
    expect(await pool.probe({ endpoint: unread.seller.url })).toMatchObject({ outcome: { status: 402 } });
  });

  it('of a host that cannot be reached is that of the endpoint too', async () => {
    expect(await poolFor().pool.probe({ endpoint: 'http://seller.example.com:1', method: 'PUT' })).toEqual({
      method: 'PUT',
      url: 'http://seller.example.com:1',
      latencyMs: 0,
      outcome: { failure: 'connection_refused', detail: expect.any(String) as unknown },
    });
  });
});

describe('Retry-After', () => {
  it('keeps everybody away from a host until then', async () => {
    const { seller, asked } = await site(undefined, (request, response) => {
      if (request.url === '/busy') response.writeHead(429, { 'Retry-After': '60' }).end();
      else response.writeHead(402).end();
    });
    const { pool, clock } = poolFor();
    const until = new Date(clock.now + 60_000);
    const busy = { endpoint: `${seller.url}/busy` };
    const other = { endpoint: `${seller.url}/v1` };

    expect(await pool.probe(busy)).toMatchObject({ outcome: { status: 429 } });
    expect(await pool.probe(other)).toEqual({ deferredUntil: until });
    expect(await pool.probeAll([busy, other], () => undefined)).toEqual({ told: 0, deferred: 2 });
    expect(asked).toEqual(['GET /robots.txt', 'GET /busy']);

    clock.now += 60_000;
    expect(await pool.probe(other)).toMatchObject({ outcome: { status: 402 } });
  });

  it('counts on robots.txt as well', async () => {
    const { seller, asked } = await site(
      (response) => void response.writeHead(503, { 'Retry-After': '60' }).end(),
    );

    expect(await poolFor().pool.probe({ endpoint: seller.url })).toHaveProperty('deferredUntil');
    expect(asked).toEqual(['GET /robots.txt']);
  });
});

describe('a pass', () => {
  /** Asks many paths of some hosts on one server; the server notes how many requests it had at once. */
  async function busySite(
    answersAfterMs: number,
  ): Promise<Site & { most: { inAll: number; atHost: number } }> {
    const most = { inAll: 0, atHost: 0 };
    const now = new Map<string, number>();
    const answer = ({ headers: { host = '' } }: IncomingMessage, response: ServerResponse): void => {
      now.set(host, (now.get(host) ?? 0) + 1);
      most.inAll = Math.max(
        most.inAll,
        [...now.values()].reduce((a, b) => a + b),
      );
      most.atHost = Math.max(most.atHost, now.get(host) ?? 0);
      setTimeout(() => {
        now.set(host, (now.get(host) ?? 0) - 1);
        response.writeHead(402).end();
      }, answersAfterMs);
    };

    return { ...(await site(undefined, answer)), most };
  }

  function targetsOf({ seller }: Site, hosts: number, paths: number): ProbeTarget[] {
    return Array.from({ length: hosts * paths }, (_, i) => ({
      endpoint: `http://s${String(i % hosts)}.example.com:${String(seller.port)}/${String(i)}`,
    }));
  }

  it('tells every target once, asks each host one thing at a time and so many hosts at once', async () => {
    const busy = await busySite(5);
    const { pool } = poolFor({ inFlight: 4 });
    const targets = targetsOf(busy, 12, 5);
    const told: ProbeTarget[] = [];

    expect(await pool.probeAll(targets, (target) => void told.push(target))).toEqual({
      told: 60,
      deferred: 0,
    });
    expect(new Set(told)).toEqual(new Set(targets));
    expect(told).toHaveLength(60);
    expect(busy.most).toEqual({ inAll: 4, atHost: 1 });
    await expect.poll(busy.seller.open).toBe(0);
  });

  it('asks a host one thing at a time, whoever asks', async () => {
    const busy = await busySite(5);
    const { pool } = poolFor();
    const targets = targetsOf(busy, 1, 6);

    await Promise.all([
      ...targets.map((target) => pool.probe(target)),
      pool.probeAll(targets, () => undefined),
      pool.probeAll(targets, () => undefined),
    ]);
    expect(busy.most).toEqual({ inAll: 1, atHost: 1 });
    expect(busy.asked.filter((line) => line === 'GET /robots.txt')).toHaveLength(1);
  });

  it('lets persons go first', async () => {
    const busy = await busySite(20);
    const { pool } = poolFor({ inFlight: 2 });
    let told = 0;

    const pass = pool.probeAll(targetsOf(busy, 30, 1), () => void (told += 1));
    await sleep(10);
    await pool.probe({ endpoint: `http://person.example.com:${String(busy.seller.port)}` });
    expect(told).toBeLessThan(10);
    await pass;
  });

  it('pauses between two targets of a host', async () => {
    const busy = await busySite(0);
    const { pool } = poolFor({ pauseMs: () => 40 });

    const started = performance.now();
    await pool.probeAll(targetsOf(busy, 20, 3), () => undefined);
    const took = performance.now() - started;
    expect(took).toBeGreaterThan(75);
    expect(took).toBeLessThan(1_500);
  });

  it('waits for whoever takes its results, and ends with its error', async () => {
    const busy = await busySite(0);
    const { pool } = poolFor({ inFlight: 2 });
    let taking = 0;
    let most = 0;

    await pool.probeAll(targetsOf(busy, 20, 1), async () => {
      taking += 1;
      most = Math.max(most, taking);
      await sleep(2);
      taking -= 1;
    });
    expect(most).toBeLessThanOrEqual(4);

    let told = 0;
    const broken = pool.probeAll(targetsOf(busy, 50, 1), () => {
      told += 1;
      throw new Error('the disk is full');
    });
    await expect(broken).rejects.toThrow('the disk is full');
    expect(told).toBeLessThanOrEqual(4);
  });

  it('ends at once with its signal', async () => {
    const seller = await rawSeller(() => undefined);
    const { pool } = poolFor();
    const stop = new AbortController();
    const targets = Array.from({ length: 50 }, (_, i) => ({
      endpoint: `http://s${String(i)}.example.com:${String(seller.port)}`,
    }));

    const pass = pool.probeAll(targets, () => undefined, stop.signal);
    await expect.poll(seller.open).toBe(50);
    stop.abort();
    expect(await pass).toEqual({ told: 0, deferred: 0 });
    await expect.poll(seller.open).toBe(0);
  });

  it('goes on after a surprise, and says what it was', async () => {
    const busy = await busySite(0);
    const surprises: unknown[] = [];
    const { pool } = poolFor({ surprised: (target, error) => void surprises.push([target.endpoint, error]) });
    const targets = [{ endpoint: 'no URL' }, ...targetsOf(busy, 3, 1)];

    expect(await pool.probeAll(targets, () => undefined)).toEqual({ told: 3, deferred: 0 });
    expect(surprises).toEqual([['no URL', expect.any(TypeError)]]);
  });

  it('takes an origin for unreached after three targets in a row, and asks it ever less often', async () => {
    const asked: string[] = [];
    const failure = { failure: 'timed_out', detail: 'time ran out' } as const;
    const dead = (endpoint: string): Promise<ProbeResult> => {
      asked.push(endpoint);
      return Promise.resolve({ method: 'GET', url: endpoint, latencyMs: 5, outcome: failure });
    };
    const read = (): Promise<ProbeResult['outcome']> => Promise.resolve(failure);
    const { pool, clock } = poolFor({ probe: { probe: dead, read } });
    const targets = Array.from({ length: 9 }, (_, i) => ({ endpoint: `https://a.example.com/${String(i)}` }));
    const told: ProbeResult[] = [];

    for (const [minutes, summary] of [
      [0, { told: 9, deferred: 0 }],
      [15, { told: 9, deferred: 0 }],
      [15, { told: 9, deferred: 0 }],
      [15, { told: 0, deferred: 9 }],
      [15, { told: 9, deferred: 0 }],
      [45, { told: 0, deferred: 9 }],
    ] as const) {
      clock.now += minutes * 60_000;
      expect(await pool.probeAll(targets, (_target, result) => void told.push(result))).toEqual(summary);
    }
    expect(asked).toHaveLength(4 * 3);
    expect(told.slice(0, 9).map(({ url }) => url)).toEqual(targets.map(({ endpoint }) => endpoint));
    expect(told.every(({ outcome }) => outcome === failure)).toBe(true);
  });

  it('comes back to an origin as soon as a person has seen it alive', async () => {
    let outcome: ProbeResult['outcome'] = { failure: 'connection_refused', detail: 'x' };
    const probe = (url: string): Promise<ProbeResult> =>
      Promise.resolve({ method: 'GET', url, latencyMs: 5, outcome });
    const { pool } = poolFor({ probe: { probe, read: () => Promise.resolve(outcome) } });
    const target = { endpoint: 'https://a.example.com/v1' };
    const passed = (): Promise<object> => pool.probeAll([target], () => undefined);

    for (let i = 0; i < 3; i += 1) await passed();
    expect(await passed()).toEqual({ told: 0, deferred: 1 });

    outcome = { status: 402, headers: {}, body: '', isCut: false };
    expect(await pool.probe(target)).toMatchObject({ outcome });
    expect(await passed()).toEqual({ told: 1, deferred: 0 });
  });

  it('tells nothing of a target that this machine could not ask', async () => {
    const surprises: unknown[] = [];
    const resolve = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }));
    const probe = new HttpProbe({ userAgent: 'x', allowPrivate: true, reach: { resolve } });
    const { pool } = poolFor({ probe, surprised: (_target, error) => void surprises.push(error) });

    expect(await pool.probeAll([{ endpoint: 'https://a.example.com' }], () => undefined)).toEqual({
      told: 0,
      deferred: 0,
    });
    expect(surprises).toEqual([expect.any(CannotAsk)]);
  });
});
