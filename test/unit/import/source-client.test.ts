import { describe, expect, it } from 'vitest';
import { HttpProbe } from '../../../src/adapters/probe/http-probe.ts';
import { findSource } from '../../../src/import/find-source.ts';
import { ImportFault } from '../../../src/import/import-fault.ts';
import { SourceClient } from '../../../src/import/source-client.ts';
import { aBazaar, type Quirk, send, sendJson, someItems } from '../../support/bazaar-source.ts';

/** A client whose time goes by when it pauses. */
function aClient({ allowPrivate = true, pauseMs = 1_000 } = {}): {
  client: SourceClient;
  pauses: number[];
  notices: string[];
} {
  const probe = new HttpProbe({
    userAgent: 'tollbook/1 (+https://catalog.example.com/docs/probing/)',
    allowPrivate,
  });
  const pauses: number[] = [];
  const notices: string[] = [];
  let time = Date.parse('2026-01-31T12:00:00.000Z');
  const pause = (ms: number): Promise<void> => {
    pauses.push(ms);
    time += ms;
    return Promise.resolve();
  };

  const client = new SourceClient({
    probe,
    ask: (target) => probe.probe(target.endpoint),
    pauseMs,
    surroundings: { now: () => new Date(time), pause },
    notice: (text) => notices.push(text),
  });
  return { client, pauses, notices };
}

const page = '/discovery/resources?limit=10&offset=0';

/** Answers the first requests with a status. */
const first =
  (requests: number, status: number, headers: Readonly<Record<string, string>> = {}): Quirk =>
  ({ before }, response) => {
    return before < requests && send(response, status, headers);
  };

describe('asking a source', () => {
  it('keeps to a pace, and says who asks', async () => {
    const source = await aBazaar(someItems(1));
    const { client, pauses } = aClient();

    for (let i = 0; i < 3; i += 1) await client.get(new URL(page, source.url));
    expect(pauses).toEqual([1_000, 1_000]);
    expect(source.asked.map(({ request }) => request.headers['user-agent'])).toEqual(
      Array(3).fill('tollbook/1 (+https://catalog.example.com/docs/probing/)'),
    );
  });

  it.each([429, 503])('waits as long as a source asks for with HTTP %i', async (status) => {
    const source = await aBazaar(someItems(1), first(1, status, { 'retry-after': '90' }));
    const { client, pauses, notices } = aClient({ pauseMs: 0 });

    expect(await client.get(new URL(page, source.url))).toMatchObject({ status: 200 });
    expect(pauses).toEqual([90_000]);
    expect(notices).toEqual([
      `${source.url}/discovery/resources answers HTTP ${status}; trying again in 90 s`,
    ]);
  });

  it('waits twice as long each time for a source that does not say how long', async () => {
    const source = await aBazaar(someItems(1), first(3, 500));
    const { client, pauses } = aClient({ pauseMs: 0 });

    await client.get(new URL(page, source.url));
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
  });

  it('gives up after ten minutes, and says how to go on', async () => {
    const source = await aBazaar(someItems(1), first(Infinity, 502));
    const { client, pauses } = aClient({ pauseMs: 0 });

    await expect(client.get(new URL(page, source.url))).rejects.toThrow(
      /answers HTTP 502; the catalog is as it was, and the next run within an hour goes on from here$/,
    );
    expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(600_000);
  });

  it('does not wait for a day', async () => {
    const source = await aBazaar(someItems(1), first(1, 429, { 'retry-after': '86400' }));
    const { client, pauses } = aClient();

    await expect(client.get(new URL(page, source.url))).rejects.toThrow(/asks to wait for 86400 s/);
    expect(pauses).toEqual([]);
  });

  it('never reaches a private address unless that is allowed', async () => {
    const source = await aBazaar(someItems(1));
    const { client } = aClient({ allowPrivate: false });

    await expect(client.get(new URL(page, source.url))).rejects.toThrow(
      /is not a public address; import from a public address, or set PROBE_ALLOW_PRIVATE=1/,
    );
    expect(source.asked).toEqual([]);
  });

  it.each<readonly [what: string, quirk: Quirk, said: RegExp]>([
    [
      'redirects to another origin',
      (_, response) => send(response, 301, { location: 'https://other.example.com/' }),
      /leaves http:\/\/127\.0\.0\.1:\d+; give the address that it leads to$/,
    ],
    [
      'redirects in a circle',
      ({ request }, response) => send(response, 302, { location: request.url }),
      /more than 3 redirects away$/,
    ],
    [
      'sends more than a page may have',
      (_, response) => send(response, 200, {}, '['.padEnd(9 * 1024 * 1024)),
      /answers with more than 8 MiB, which is the limit/,
    ],
  ])('refuses a source that %s', async (_what, quirk, said) => {
    const source = await aBazaar([], quirk);

    await expect(aClient().client.get(new URL(page, source.url))).rejects.toThrow(said);
  });
});

describe('an address', () => {
  const found = async (path: string, quirk?: Quirk): Promise<string> => {
    const source = await aBazaar(someItems(1), quirk);
    const { kind, url } = await findSource(source.url + path, aClient().client, true);
    return `${kind} ${url.slice(source.url.length)}`;
  };
  /** Serves JSON at some paths, and nothing elsewhere. */
  const serving =
    (documents: Readonly<Record<string, unknown>>): Quirk =>
    ({ path }, response) =>
      path in documents ? sendJson(response, documents[path]) : sendJson(response, {}, 404);
  const list = { version: 1, resources: ['https://rain.example.com/now'] };
  const manifest = { specVersion: '1.0', entries: [] };
  const registry = { entries: [{ type: 'application/ai-registry+json', url: '/ard' }] };

  it.each<readonly [what: string, path: string, quirk: Quirk | undefined, source: string]>([
    ['a Bazaar, by its root', '', undefined, 'bazaar /discovery/resources'],
    [
      'a Bazaar, by its list with a query',
      '/discovery/resources?limit=5',
      undefined,
      'bazaar /discovery/resources',
    ],
    [
      'a Bazaar below a path',
      '/x402/',
      serving({ '/x402/discovery/resources': { resources: [] } }),
      'bazaar /x402/discovery/resources',
    ],
    ['a registry of ARD, by its base', '/ard', serving({ '/ard/agents': { items: [] } }), 'agents /ard'],
    [
      'a registry that can only be searched',
      '/ard',
      serving({ '/ard/search': { results: [] } }),
      'agent-search /ard',
    ],
    [
      'a manifest of ARD, by the root',
      '',
      serving({ '/.well-known/ard.json': manifest }),
      'manifest /.well-known/ard.json',
    ],
    [
      'a manifest by its older name',
      '',
      serving({ '/.well-known/ai-catalog.json': manifest }),
      'manifest /.well-known/ai-catalog.json',
    ],
    [
      'the registry that a manifest names',
      '/.well-known/ard.json',
      serving({ '/.well-known/ard.json': registry, '/ard/agents': { items: [] } }),
      'agents /ard',
    ],
    [
      'a list of one site, by the root',
      '',
      serving({ '/.well-known/x402': list }),
      'well-known /.well-known/x402',
    ],
    [
      'a list of one site',
      '/.well-known/x402.json',
      serving({ '/.well-known/x402.json': { items: [] } }),
      'well-known /.well-known/x402.json',
    ],
  ])('may be that of %s', async (_what, path, quirk, source) => {
    expect(await found(path, quirk)).toBe(source);
  });

  it.each(['http://me:secret@127.0.0.1/ard', `/${'x'.repeat(400)}`, 'ftp://127.0.0.1/', 7])(
    'of a manifest is its own where it names the registry %s',
    async (url) => {
      const named = { entries: [{ type: 'application/ai-registry+json', url }] };

      expect(await found('/.well-known/ard.json', serving({ '/.well-known/ard.json': named }))).toBe(
        'manifest /.well-known/ard.json',
      );
    },
  );

  it('of nothing is refused with all that was tried', async () => {
    await expect(found('', serving({}))).rejects.toThrow(
      /^there is no catalog at http.*: nothing to import from at .*\/discovery\/resources \(HTTP 404\), .*\/\.well-known\/ard\.json \(HTTP 404\), .*\/agents \(HTTP 404\), .*; give the address of its list/,
    );
  });

  it('of a catalog that wants a key or money is refused', async () => {
    await expect(found('/discovery/resources', first(1, 402))).rejects.toThrow(
      /^there is no catalog at .* that is open to everybody: .*\/discovery\/resources \(HTTP 402\)/,
    );
  });

  it.each([
    'nonsense',
    'ftp://catalog.example.com',
    'http://catalog.example.com',
    'https://me:secret@catalog.example.com',
  ])('like %s is refused before anybody is asked', async (address) => {
    const refused: unknown = await findSource(address, aClient().client, false).catch(
      (error: unknown) => error,
    );

    expect(refused).toBeInstanceOf(ImportFault);
    expect(refused).toMatchObject({ code: 'usage' });
  });
});
