import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../../src/adapters/probe/http-probe.ts';
import { PoliteProbe, type PoliteProbeSettings } from '../../../../src/adapters/probe/polite-probe.ts';
import type { Deferred, ProbeResult, ProbeTarget } from '../../../../src/domain/probe.ts';
import { httpSeller, rawSeller, type Seller } from '../../../support/seller.ts';
import { longestStallMs } from '../../../support/stall.ts';

const day = 24 * 60 * 60 * 1000;

/** A probe that resolves every host to this machine, with a clock that only the test moves. */
function politeProbe(settings: Partial<PoliteProbeSettings> = {}) {
  const clock = { now: Date.parse('2026-11-21T12:00:00Z') };
  const resolve = (): Promise<string[]> => Promise.resolve(['127.0.0.1']);
  const probe = new HttpProbe({ userAgent: 'tollbook/0', allowPrivate: true, reach: { resolve } });
  const polite = new PoliteProbe({ probe, now: () => clock.now, ...settings });

  return { ask: (target: ProbeTarget) => polite.probe(target, 'person'), polite, clock };
}

interface Site {
  readonly seller: Seller;
  /** The requests received, in order, such as `GET /v1`. */
  readonly asked: string[];
}

/** A site that answers `robots.txt` with `robots`, and everything else with 402. */
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

const serves = (text: string) => (response: ServerResponse) => void response.writeHead(200).end(text);

describe('robots.txt', () => {
  it('is fetched once a day, and obeyed', async () => {
    const { seller, asked } = await site(serves('User-agent: tollbook\nDisallow: /private'));
    const { ask, clock } = politeProbe();

    expect(await ask({ endpoint: `${seller.url}/private/a` })).toMatchObject({
      method: 'GET',
      url: `${seller.url}/private/a`,
      outcome: { failure: 'opted_out', detail: 'Its robots.txt keeps checks away from /private/a.' },
    });
    expect(await ask({ endpoint: `${seller.url}/v1` })).toMatchObject({ outcome: { status: 402 } });
    expect(asked).toEqual(['GET /robots.txt', 'GET /v1']);

    clock.now += day - 1;
    await ask({ endpoint: `${seller.url}/v1` });
    clock.now += 1;
    await ask({ endpoint: `${seller.url}/v1` });
    expect(asked).toEqual(['GET /robots.txt', 'GET /v1', 'GET /v1', 'GET /robots.txt', 'GET /v1']);
  });

  it('is obeyed on redirects', async () => {
    const { seller, asked } = await site(
      serves('User-agent: *\nDisallow: /b'),
      (_request, response) => void response.writeHead(307, { Location: '/b' }).end(),
    );

    expect(await politeProbe().ask({ endpoint: `${seller.url}/a` })).toMatchObject({
      outcome: { failure: 'opted_out' },
    });
    expect(asked).toEqual(['GET /robots.txt', 'GET /a']);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['is missing', (response) => void response.writeHead(404).end('Disallow: /')],
    ['is forbidden', (response) => void response.writeHead(403).end()],
    ['answers 500', (response) => void response.writeHead(500).end('User-agent: *\nDisallow: /')],
    ['is an HTML page', serves('<!doctype html><p>User-agent: *</p>')],
    [
      'is redirected to another host',
      (response) => void response.writeHead(301, { Location: 'https://example.org/' }).end(),
    ],
    ['breaks off', (response) => void response.destroy()],
  ])('forbids nothing when it %s', async (_what, robots) => {
    const { seller } = await site(robots);

    expect(await politeProbe().ask({ endpoint: seller.url })).toMatchObject({ outcome: { status: 402 } });
  });

  it('stays in force while it is unavailable', async () => {
    let isBroken = false;
    const { seller, asked } = await site((response) => {
      if (isBroken) response.writeHead(503).end();
      else serves('User-agent: *\nDisallow: /')(response);
    });
    const { ask, clock } = politeProbe();

    for (isBroken of [false, true]) {
      expect(await ask({ endpoint: seller.url })).toMatchObject({ outcome: { failure: 'opted_out' } });
      clock.now += day;
    }
    expect(asked).toEqual(['GET /robots.txt', 'GET /robots.txt']);
  });

  it('is read up to 500 KiB', async () => {
    const comments = `#${'x'.repeat(99)}\n`;
    const rules = (size: number): string => `${comments.repeat(size / 101)}User-agent: *\nDisallow: /\n`;
    const read = await site(serves(rules(450_000)));
    const unread = await site(serves(rules(600_000)));
    const { ask } = politeProbe();

    expect(await ask({ endpoint: read.seller.url })).toMatchObject({
      outcome: { failure: 'opted_out' },
    });
    expect(await ask({ endpoint: unread.seller.url })).toMatchObject({ outcome: { status: 402 } });
  });

  it('that never ends costs three seconds, and is not fetched again within the hour', async () => {
    const { seller, asked } = await site((response) => {
      const timer = setInterval(() => response.write('#'), 50);
      response.on('close', () => clearInterval(timer));
    });
    const { ask } = politeProbe();

    for (let i = 0; i < 2; i += 1) {
      expect(await ask({ endpoint: `${seller.url}/v1` })).toMatchObject({ outcome: { status: 402 } });
    }
    expect(asked).toEqual(['GET /robots.txt', 'GET /v1', 'GET /v1']);
    await expect.poll(seller.open).toBe(0);
  });

  it('that is hostile does not block the event loop, wherever a redirect leads', async () => {
    const { seller } = await site(
      serves(`user-agent:*\n${'allow:/*aaab\n'.repeat(39_000)}`),
      ({ url }, response) =>
        void response.writeHead(302, { Location: `/${'a'.repeat(url === '/v1' ? 2_000 : 120_000)}` }).end(),
    );
    const ask = async (): Promise<void> => {
      expect(await politeProbe().ask({ endpoint: `${seller.url}/v1`, method: 'GET' })).toMatchObject({
        outcome: { failure: 'redirect_refused' },
      });
    };

    expect(await longestStallMs(250, ask)).toBeLessThan(250);
  });

  it('that cannot be reached spares the endpoint a request', async () => {
    expect(await politeProbe().ask({ endpoint: 'http://seller.example.com:1', method: 'PUT' })).toEqual({
      method: 'PUT',
      url: 'http://seller.example.com:1',
      latencyMs: 0,
      outcome: { failure: 'connection_refused', detail: expect.any(String) as unknown },
    });
  });
});

describe('Retry-After', () => {
  const busyPath = (): Promise<Site> =>
    site(undefined, (request, response) => {
      if (request.url === '/busy') response.writeHead(429, { 'Retry-After': '60' }).end();
      else response.writeHead(402).end();
    });

  it('defers requests to that URL, and to no other', async () => {
    const { seller, asked } = await busyPath();
    const { polite, clock } = politeProbe();
    const until = new Date(clock.now + 60_000);
    const busy = { endpoint: `${seller.url}/busy` };
    const other = { endpoint: `${seller.url}/v1` };

    expect(await polite.probe(busy, 'pass')).toMatchObject({ outcome: { status: 429 } });
    expect(await polite.probe(busy, 'pass')).toEqual({ deferredUntil: until });
    expect(await polite.probe(busy, 'person')).toEqual({ deferredUntil: until });
    expect(await polite.probe(other, 'pass')).toMatchObject({ outcome: { status: 402 } });
    expect(asked).toEqual(['GET /robots.txt', 'GET /busy', 'GET /v1']);

    clock.now += 60_000;
    expect(await polite.probe(busy, 'pass')).toMatchObject({ outcome: { status: 429 } });
  });

  it('that a person ran into defers people, but not a pass', async () => {
    const { seller, asked } = await busyPath();
    const { polite, ask, clock } = politeProbe();
    const busy = { endpoint: `${seller.url}/busy` };

    expect(await ask(busy)).toMatchObject({ outcome: { status: 429 } });
    expect(await ask(busy)).toEqual({ deferredUntil: new Date(clock.now + 60_000) });
    expect(await polite.probe(busy, 'pass')).toMatchObject({ outcome: { status: 429 } });
    expect(asked).toEqual(['GET /robots.txt', 'GET /busy', 'GET /busy']);
  });

  it('behind a redirect defers requests to both URLs', async () => {
    const { seller } = await site(undefined, ({ url }, response) => {
      if (url === '/b?c=1') response.writeHead(429, { 'Retry-After': '60' }).end();
      else response.writeHead(307, { Location: '/b?c=1' }).end();
    });
    const { polite } = politeProbe();

    await polite.probe({ endpoint: `${seller.url}/a` }, 'pass');
    for (const path of ['/a', '/b']) {
      expect(await polite.probe({ endpoint: seller.url + path }, 'pass')).toHaveProperty('deferredUntil');
    }
  });

  it('of robots.txt defers only requests for robots.txt', async () => {
    const { seller, asked } = await site(
      (response) => void response.writeHead(429, { 'Retry-After': String(10 * 3_600) }).end(),
    );
    const { polite, clock } = politeProbe();
    const target = { endpoint: `${seller.url}/v1` };

    expect(await polite.probe(target, 'pass')).toMatchObject({ outcome: { status: 402 } });
    clock.now += 9 * 3_600_000;
    await polite.probe(target, 'pass');
    clock.now += 2 * 3_600_000;
    await polite.probe(target, 'pass');
    expect(asked).toEqual(['GET /robots.txt', 'GET /v1', 'GET /v1', 'GET /robots.txt', 'GET /v1']);
  });
});

describe('concurrency', () => {
  /** A server for many hosts that answers slowly and records how many requests it had at once, in all and per host. */
  async function busySite(
    answersAfterMs: number,
  ): Promise<Site & { peak: { overall: number; perHost: number } }> {
    const peak = { overall: 0, perHost: 0 };
    const now = new Map<string, number>();
    const answer = ({ headers: { host = '' } }: IncomingMessage, response: ServerResponse): void => {
      now.set(host, (now.get(host) ?? 0) + 1);
      peak.overall = Math.max(
        peak.overall,
        [...now.values()].reduce((a, b) => a + b),
      );
      peak.perHost = Math.max(peak.perHost, now.get(host) ?? 0);
      // eslint-disable-next-line no-restricted-syntax -- A slow seller: what it does meanwhile is measured.
      setTimeout(() => {
        now.set(host, (now.get(host) ?? 0) - 1);
        response.writeHead(402).end();
      }, answersAfterMs);
    };

    return { ...(await site(undefined, answer)), peak };
  }

  function targetsOf({ seller }: Site, hosts: number, paths: number): ProbeTarget[] {
    return Array.from({ length: hosts * paths }, (_, i) => ({
      endpoint: `http://s${String(i % hosts)}.example.com:${String(seller.port)}/${String(i)}`,
    }));
  }

  it('is limited to one request per host, and to some hosts at once', async () => {
    const busy = await busySite(5);
    const { polite } = politeProbe({ maxInFlight: 4 });

    const results = await Promise.all(targetsOf(busy, 12, 5).map((target) => polite.probe(target, 'pass')));
    expect(results.filter(is402)).toHaveLength(60);
    expect(busy.peak).toEqual({ overall: 4, perHost: 1 });
    expect(busy.asked.filter((line) => line === 'GET /robots.txt')).toHaveLength(12);
    await expect.poll(busy.seller.open).toBe(0);
  });

  it('lets people go ahead of a pass', async () => {
    const busy = await busySite(20);
    const { polite, ask } = politeProbe({ maxInFlight: 2 });
    let finished = 0;

    const pass = targetsOf(busy, 30, 1).map((target) =>
      polite.probe(target, 'pass').then(() => (finished += 1)),
    );
    await expect.poll(() => busy.asked.length).toBeGreaterThan(0);
    await ask({ endpoint: `http://person.example.com:${String(busy.seller.port)}` });
    expect(finished).toBeLessThan(10);
    await Promise.all(pass);
  });

  it('lets people reach a host whose pass is still waiting for a slot', async () => {
    const silent = await rawSeller(() => undefined);
    const { seller } = await site();
    const { polite } = politeProbe({ maxInFlight: 1, queueLimits: { maxPeople: 4, timeoutMs: 5_000 } });
    const stop = new AbortController();
    const slow = `http://slow.example.com:${String(silent.port)}`;
    const target = { endpoint: seller.url };

    const pass = [
      polite.probe({ endpoint: slow }, 'pass', stop.signal),
      polite.probe(target, 'pass', stop.signal),
    ];
    await expect.poll(silent.connections).toBe(1);
    expect(await polite.probe(target, 'person')).toMatchObject({ outcome: { status: 402 } });
    stop.abort();
    await Promise.allSettled(pass);
  });

  it('lets a pass go on while people wait for slow hosts', async () => {
    const silent = await rawSeller(() => undefined);
    const { seller } = await site();
    const { polite } = politeProbe({ maxInFlight: 2, maxPeople: 20 });
    const stop = new AbortController();
    const hosts = Array.from({ length: 20 }, (_, i) => `http://s${String(i)}.example.com`);
    const people = hosts.map((host) =>
      polite.probe({ endpoint: `${host}:${String(silent.port)}` }, 'person', stop.signal),
    );

    expect(await polite.probe({ endpoint: seller.url }, 'pass')).toMatchObject({ outcome: { status: 402 } });
    await expect(polite.probe({ endpoint: seller.url }, 'person')).rejects.toThrow(
      'seller.example.com could not be asked: too many persons ask at the moment',
    );
    stop.abort();
    await Promise.allSettled(people);
    expect(await polite.probe({ endpoint: seller.url }, 'person')).toMatchObject({
      outcome: { status: 402 },
    });
  });
});

function is402(result: ProbeResult | Deferred): boolean {
  return 'outcome' in result && 'status' in result.outcome && result.outcome.status === 402;
}
