import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../../src/domain/facts.ts';
import type { Entry } from '../../../../src/domain/snapshot.ts';
import { unchecked } from '../../../../src/domain/standing.ts';
import { admissionBy } from '../../../../src/http/admission.ts';
import { emptyHistory } from '../../../../src/live/service-history.ts';
import { anApi, request, siteUrl, type TestApi } from '../../../fixtures/api.ts';
import { anEntry, catalogVersion, tombstoneOf } from '../../../fixtures/services.ts';
import {
  ReadEntry,
  ReadError,
  ReadExplore,
  ReadList,
  ReadManifest,
  ReadSearch,
} from '../../../support/ard-reader.ts';
import { anEntry as anAccept, otherWallet, usdcOnBase, wallet } from '../../../fixtures/answers.ts';

const payment = 'https://agenticresourcediscovery.org/ns/payment#';
const type = 'application/vnd.tollbook.service+json';
const readAt = new Date('2026-05-05T05:05:05.000Z');

/** What a check read: the terms as the standing of a service keeps them. */
const seen = (...terms: readonly string[]): Partial<Entry['observed']> => ({
  status: 'verified',
  trustScore: 80,
  facts: {
    ...noFacts,
    standing: {
      ...unchecked,
      status: 'verified',
      verdict: 'verified',
      checkedAt: readAt,
      termsKey: terms.join('\n'),
    },
  },
});

const rain = anEntry(
  {
    name: 'Rain Radar',
    description: 'Tells when it will rain in a city. Updated every minute.',
    endpoint: 'https://rain.example.com/v1',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-03-03T00:00:00.000Z',
    x402Config: { paymentAddress: wallet, network: 'base' },
    pricing: { currency: 'USDC', pricePerRequest: '0.01', freeQuota: 3 },
  },
  seen(`exact eip155:8453 ${wallet} ${usdcOnBase} 20000`, `exact eip155:480 ${wallet} ${wallet} 7`),
);
const snow = anEntry({
  name: 'Snow Depth',
  description: 'Weather in the mountains: how deep the snow is.',
  endpoint: 'https://snow.example.com/',
  createdAt: '2026-01-02T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  x402Config: { paymentAddress: otherWallet, network: 'solana-devnet' },
  pricing: { currency: 'USDC', pricePerRequest: '2.50' },
});
const words = anEntry({
  name: 'Translator',
  description: 'Translates text.',
  endpoint: 'https://words.example.com/',
  category: 'ai-inference',
  createdAt: '2026-01-03T00:00:00.000Z',
  updatedAt: '2026-02-02T00:00:00.000Z',
  x402Config: { paymentAddress: wallet, network: 'base' },
  pricing: { currency: 'EURC', pricePerRequest: '2' },
});
const entries = [rain, snow, words];

const sent = { x402Version: 2, accepts: [anAccept({ extra: { name: 'USD Coin', theirs: true } })] } as const;
const history = Object.assign(
  emptyHistory(() => readAt),
  {
    sentChallenges: (asked: readonly Entry[]) =>
      Promise.resolve(
        new Map(
          asked.filter((entry) => entry === rain).map(({ declared }) => [declared.id, { at: readAt, sent }]),
        ),
      ),
  },
);

const aRegistry = (of: readonly Entry[] = entries, parts: Parameters<typeof anApi>[0] = {}): TestApi =>
  anApi({ entries: of, ...parts, parts: { history, ...parts.parts } });

const api = aRegistry();
const urn = (entry: Entry): string => `urn:air:catalog.example.com:service:${entry.declared.id}`;
const nameOf = (id: string): string => entries.find((entry) => urn(entry) === id)?.declared.name ?? id;

const post = (path: string, body: unknown, of = api, headers = {}): Promise<Response> =>
  request(of, path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
const search = async (body: unknown, of = api) =>
  ReadSearch.parse(await (await post('/ard/search', body, of)).json());
const explore = async (body: unknown) => ReadExplore.parse(await (await post('/ard/explore', body)).json());
const list = async (query = '', of = api) =>
  ReadList.parse(await (await request(of, `/ard/agents${query}`)).json());
const names = ({ items }: { readonly items: readonly { readonly identifier: string }[] }): string[] =>
  items.map(({ identifier }) => nameOf(identifier));
const retrieve = (identifier: string, of = api, headers = {}): Promise<Response> =>
  request(of, `/ard/agents/${encodeURIComponent(identifier)}`, { headers });

async function errorOf(answer: Response): Promise<{ status: number; errorCode: string; message: string }> {
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return { status: answer.status, ...ReadError.parse(await answer.json()) };
}

describe('POST /ard/search', () => {
  it('ranks as the search by a sentence does, with whole numbers of at most 100 for relevance', async () => {
    const text = 'weather with rain or snow';
    const { results } = await search({ query: { text } });
    const answer = await request(api, `/api/services/search/intent?q=${encodeURIComponent(text)}`);
    const own = (await answer.json()) as { results: { service: { name: string } }[] };

    expect(results.map(({ identifier }) => nameOf(identifier))).toEqual(
      own.results.map(({ service }) => service.name),
    );
    expect(results[0]).toMatchObject({ score: 100, source: `${siteUrl}/ard` });
    expect(results.map(({ score }) => score)).toEqual(
      results.map(({ score }) => score).toSorted((a, b) => b - a),
    );
  });

  it('shows what is needed to choose, and leaves out what is for those who index', async () => {
    const { results } = await search({ query: { text: 'rain radar' } });

    expect(results[0]).toMatchObject({
      identifier: urn(rain),
      displayName: 'Rain Radar',
      type,
      url: `${siteUrl}/api/services/${rain.declared.id}`,
      tags: ['weather-environment'],
      metadata: { endpoint: 'https://rain.example.com/v1', status: 'verified', trustScore: 80 },
    });
    expect(results[0]).not.toHaveProperty('representativeQueries');
    expect(results[0]).not.toHaveProperty('pay:accepts');
  });

  it('filters by what the sentence demands', async () => {
    const { results } = await search({ query: { text: 'weather under $1' } });

    expect(results.map(({ identifier }) => nameOf(identifier))).toEqual(['Rain Radar']);
  });

  it('finds nothing for a sentence that says nothing', async () => {
    expect(await search({ query: { text: 'qxzv wvut' } })).toEqual({ results: [] });
  });

  it('pages by a token, each entry once, and gives all pages scores on one scale', async () => {
    const many = Array.from({ length: 25 }, (_, i) =>
      anEntry({
        name: `Rain ${'radar '.repeat(i % 3)}${String(i)}`,
        endpoint: `https://s${String(i)}.example.com/`,
      }),
    );
    const large = aRegistry(many);
    const query = { text: 'rain radar' };
    const seenResults: { identifier: string; score: number }[] = [];
    let pageToken: string | undefined;
    do {
      const page = await search(
        { query, pageSize: 10, ...(pageToken === undefined ? {} : { pageToken }) },
        large,
      );
      seenResults.push(...page.results);
      ({ pageToken } = page);
    } while (pageToken !== undefined);
    const { results } = await search({ query, pageSize: 100 }, large);

    expect(seenResults).toHaveLength(25);
    expect(seenResults.map(({ identifier, score }) => [identifier, score])).toEqual(
      results.map(({ identifier, score }) => [identifier, score]),
    );
  });

  it('gives 10 entries where no size is asked for', async () => {
    const many = Array.from({ length: 12 }, (_, i) =>
      anEntry({ name: `Rain ${String(i)}`, endpoint: `https://s${String(i)}.example.com/` }),
    );

    expect((await search({ query: { text: 'rain' } }, aRegistry(many))).results).toHaveLength(10);
  });

  it.each([
    ['none', undefined],
    ['auto', undefined],
    ['referrals', []],
  ])('answers from its own index where federation is %s', async (federation, referrals) => {
    const answer = await search({ query: { text: 'rain' }, federation });

    expect(answer.results.length).toBeGreaterThan(0);
    expect(answer.referrals).toEqual(referrals);
  });

  it('says that nobody may keep the answer', async () => {
    expect((await post('/ard/search', { query: { text: 'rain' } })).headers.get('cache-control')).toBe(
      'no-store',
    );
  });

  const weather = 'weather with rain or snow, or translated text';

  it.each<[object, string[]]>([
    [{}, ['Rain Radar', 'Snow Depth', 'Translator']],
    [{ tags: 'ai-inference' }, ['Translator']],
    [{ tags: ['ai-inference', 'weather-environment'] }, ['Rain Radar', 'Snow Depth', 'Translator']],
    [{ tags: ['weather-environment'], 'metadata.status': ['verified'] }, ['Rain Radar']],
    [{ type: ['application/mcp-server-card+json'] }, []],
    [{ type: [type, 'application/mcp-server-card+json'], tags: ['ai-inference'] }, ['Translator']],
    [{ publisher: ['catalog.example.com'], tags: ['ai-inference'] }, ['Translator']],
    [{ publisher: 'elsewhere.example.com' }, []],
    [{ displayName: 'Translator' }, ['Translator']],
    [{ identifier: urn(snow) }, ['Snow Depth']],
    [{ identifier: urn(snow).replace('urn:air:', 'urn:ai:') }, ['Snow Depth']],
    [{ 'pay:protocol': ['x402', 'l402'], 'pay:currency': 'eurc' }, ['Translator']],
    [{ 'pay:protocol': ['l402'] }, []],
    [{ 'pay:network': ['eip155:8453'] }, ['Rain Radar', 'Translator']],
    [{ 'pay:network': ['base'] }, ['Rain Radar', 'Translator']],
    [{ 'pay:price': '0.020' }, ['Rain Radar']],
    [{ 'pay:price': 2.5 }, ['Snow Depth']],
    [{ 'metadata.terms': 'observed' }, ['Rain Radar']],
    [{ 'metadata.trustScore': 80 }, ['Rain Radar']],
    [{ 'https://agenticresourcediscovery.org/ns#tags': 'ai-inference' }, ['Translator']],
  ])('keeps the entries that pass %j', async (filter, expected) => {
    const { results } = await search({ query: { text: weather, filter } });

    expect(results.map(({ identifier }) => nameOf(identifier)).sort()).toEqual(expected);
  });

  it.each<[string, unknown]>([
    ['a prefix of the client’s own', { money: payment }],
    ['a prefix that an object names', { money: { '@id': payment } }],
    ['one context of several', ['https://agenticresourcediscovery.org/context/v1', { money: payment }]],
    ['a term', { 'money:currency': `${payment}currency` }],
  ])('matches terms by their IRI: %s', async (_what, context) => {
    const { results } = await search({
      query: { '@context': context, text: weather, filter: { 'money:currency': ['EURC'] } },
    });

    expect(results.map(({ identifier }) => nameOf(identifier))).toEqual(['Translator']);
  });

  it('does not take a term for its own that the client binds to another vocabulary', async () => {
    const query = {
      '@context': { pay: 'https://example.com/#' },
      text: weather,
      filter: { 'pay:currency': 'EURC' },
    };

    expect(await errorOf(await post('/ard/search', { query }))).toMatchObject({ status: 400 });
  });
});

describe('a body that breaks a rule', () => {
  const text = 'rain';

  it.each<[string, unknown, string]>([
    ['/ard/search', {}, 'query is missing'],
    ['/ard/search', { query: {} }, 'text is missing; describe what you need'],
    ['/ard/search', { query: { text: ' ' } }, 'text is missing'],
    ['/ard/search', { query: { text: null } }, 'text is null; give a string'],
    ['/ard/search', { query: { text: 'a'.repeat(501) } }, 'text is longer than 500 characters'],
    [
      '/ard/search',
      { query: { text, filter: { colour: 'red' } } },
      '"colour" is no path that this registry knows; use one of identifier, displayName, type',
    ],
    ['/ard/search', { query: { text, filter: { 'metadata.__proto__': 'x' } } }, 'is no path'],
    ['/ard/search', { query: { text, filter: { 'acme:tier': 'x' } } }, '"acme:tier" is no path'],
    ['/ard/search', { query: { text, filter: { tags: [] } } }, '"tags" must be filtered by a text or a list'],
    [
      '/ard/search',
      { query: { text, filter: { tags: null } } },
      '"tags" must be filtered by a text or a list',
    ],
    [
      '/ard/search',
      { query: { text, filter: { tags: { a: 1 } } } },
      '"tags" must be filtered by a text or a list',
    ],
    ['/ard/search', { query: { text, filter: { tags: Array(51).fill('a') } } }, '"tags" must be filtered'],
    [
      '/ard/search',
      { query: { text, filter: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, 'a'])) } },
      'filter has more than 20 keys',
    ],
    ['/ard/search', { query: { text }, pageSize: 0 }, 'pageSize "0" is not a whole number from 1 to 100'],
    ['/ard/search', { query: { text }, pageSize: 101 }, 'use pageToken for further entries'],
    ['/ard/search', { query: { text }, pageSize: '10' }, 'pageSize "10" is not'],
    ['/ard/search', { query: { text }, pageToken: 'x' }, 'pageToken "x" is no page token'],
    [
      '/ard/search',
      { query: { text }, federation: 'all' },
      'federation "all" is not one of auto, referrals, none',
    ],
    ['/ard/search', { query: { text }, limit: 5 }, '"limit" is not a field of this object'],
    ['/ard/search', [], 'the body is an array; give an object'],
    ['/ard/search', '{', 'The body is not valid JSON'],
    ['/ard/search', '{"query":{},"query":{}}', 'stands twice'],
    ['/ard/explore', { query: {} }, 'resultType is missing'],
    ['/ard/explore', { resultType: { facets: [] } }, 'facets must be a list of 1 to 10 facets'],
    [
      '/ard/explore',
      { resultType: { facets: Array(11).fill({ field: 'type' }) } },
      'facets must be a list of 1 to 10',
    ],
    ['/ard/explore', { resultType: { facets: [{ field: 'colour' }] } }, '"colour" is no path'],
    [
      '/ard/explore',
      { resultType: { facets: [{ field: 'displayName' }] } },
      'use one of type, publisher, pay:protocol, tags',
    ],
    [
      '/ard/explore',
      { resultType: { facets: [{ field: 'type', limit: 0 }] } },
      'limit "0" is not a whole number from 1 to 1000',
    ],
    ['/ard/explore', { resultType: { facets: [{ field: 'type', minCount: -1 }] } }, 'minCount "-1" is not'],
    [
      '/ard/explore',
      { query: { filter: { colour: 'red' } }, resultType: { facets: [{ field: 'type' }] } },
      '"colour"',
    ],
  ])('is refused by %s: %j', async (path, body, message) => {
    const answer = await post(path, body);

    expect(await errorOf(answer)).toMatchObject({
      status: 400,
      errorCode: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message) as string,
    });
  });

  it('is refused in the same shape where it is too large, or no JSON', async () => {
    const large = await post('/ard/search', ' '.repeat(70_000));
    const plain = await post('/ard/search', '{}', api, { 'content-type': 'text/plain' });

    expect(await errorOf(large)).toMatchObject({ status: 413, errorCode: 'INVALID_ARGUMENT' });
    expect(await errorOf(plain)).toMatchObject({ status: 415, errorCode: 'INVALID_ARGUMENT' });
  });

  it('is refused without hidden characters', async () => {
    const { message } = await errorOf(
      await post('/ard/search', { query: { text, filter: { '\u202e\u0000': 'a' } } }),
    );

    expect(message).toContain('U+202EU+0000');
  });
});

describe('POST /ard/explore', () => {
  const facets = (...fields: readonly object[]) => ({ resultType: { facets: fields } });

  it('counts all entries by each field', async () => {
    const { facets: counted } = await explore(
      facets(
        { field: 'type' },
        { field: 'tags' },
        { field: 'pay:network' },
        { field: 'publisher' },
        { field: 'metadata.status' },
      ),
    );

    expect(counted).toEqual({
      type: { buckets: [{ value: type, count: 3 }], otherCount: 0 },
      tags: {
        buckets: [
          { value: 'weather-environment', count: 2 },
          { value: 'ai-inference', count: 1 },
        ],
        otherCount: 0,
      },
      'pay:network': {
        buckets: [
          { value: 'eip155:8453', count: 2 },
          { value: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', count: 1 },
        ],
        otherCount: 0,
      },
      publisher: { buckets: [{ value: 'catalog.example.com', count: 3 }], otherCount: 0 },
      'metadata.status': {
        buckets: [
          { value: 'unverified', count: 2 },
          { value: 'verified', count: 1 },
        ],
        otherCount: 0,
      },
    });
  });

  it('gives the buckets that a limit and a least count leave, and how many entries are beyond the limit', async () => {
    const { facets: one } = await explore(facets({ field: 'tags', limit: 1 }));
    const { facets: two } = await explore(facets({ field: 'tags', minCount: 2 }));

    expect(one['tags']).toEqual({ buckets: [{ value: 'weather-environment', count: 2 }], otherCount: 1 });
    expect(two['tags']).toEqual({ buckets: [{ value: 'weather-environment', count: 2 }], otherCount: 0 });
  });

  it('counts what a filter leaves', async () => {
    const { facets: counted } = await explore({
      query: { filter: { tags: ['weather-environment'] } },
      ...facets({ field: 'pay:currency' }),
    });

    expect(counted['pay:currency']?.buckets).toEqual([{ value: 'USDC', count: 2 }]);
  });

  it.each(['rain', 'weather under $1', 'weather, cheapest first', 'qxzv wvut', 'verified'])(
    'counts as many entries as a search finds on all pages: %s',
    async (text) => {
      const { results } = await search({ query: { text }, pageSize: 100 });
      const { facets: counted } = await explore({ query: { text }, ...facets({ field: 'type' }) });

      expect(counted['type']?.buckets[0]?.count ?? 0).toBe(results.length);
    },
  );
});

describe('GET /ard/agents', () => {
  it('lists complete entries, those listed first at first, with their number', async () => {
    const answer = await list();

    expect(names(answer)).toEqual(['Rain Radar', 'Snow Depth', 'Translator']);
    expect(answer.total).toBe(3);
    expect(answer).not.toHaveProperty('pageToken');
    for (const item of answer.items) expect(item.representativeQueries?.length).toBeGreaterThanOrEqual(2);
  });

  it('pages through all, each once', async () => {
    const first = await list('?pageSize=2');
    const second = await list(`?pageSize=2&pageToken=${first.pageToken ?? ''}`);

    expect([names(first), names(second)]).toEqual([['Rain Radar', 'Snow Depth'], ['Translator']]);
    expect([first.total, second.total, second.pageToken]).toEqual([3, 3, undefined]);
  });

  it.each([
    ['displayName', ['Rain Radar', 'Snow Depth', 'Translator']],
    ['name DESC', ['Translator', 'Snow Depth', 'Rain Radar']],
    ['created_at desc', ['Translator', 'Snow Depth', 'Rain Radar']],
    ['updatedAt', ['Snow Depth', 'Translator', 'Rain Radar']],
    ['updated_at DESC', ['Rain Radar', 'Translator', 'Snow Depth']],
  ])('sorts by %s', async (order, expected) => {
    expect(names(await list(`?orderBy=${encodeURIComponent(order)}`))).toEqual(expected);
  });

  it.each([
    ['displayName="RADAR"', ['Rain Radar']],
    ["displayName = 'snow depth'", ['Snow Depth']],
    ['displayName:trans', ['Translator']],
    [`type=${type},application/x`, ['Rain Radar', 'Snow Depth', 'Translator']],
    ["type = 'application/mcp-server-card+json' AND createdAfter > '2026-01-01'", []],
    ['publisherId=catalog.example.com and tags=ai-inference', ['Translator']],
    ['publisherId=other.example.com', []],
    ['tags="ai-inference, weather-environment"', ['Rain Radar', 'Snow Depth', 'Translator']],
    ['createdAfter>2026-01-02', ['Translator']],
    ['createdAfter=2026-01-02T01:00:00+02:00', ['Snow Depth', 'Translator']],
    ['updatedAfter>="2026-02-01" AND displayName="r"', ['Rain Radar', 'Translator']],
  ])('keeps the entries that pass %s', async (filter, expected) => {
    const answer = await list(`?filter=${encodeURIComponent(filter)}`);

    expect(names(answer)).toEqual(expected);
    expect(answer.total).toBe(expected.length);
  });

  it('applies filter, order and page together', async () => {
    const query = `?filter=${encodeURIComponent('tags=weather-environment')}&orderBy=updatedAt&pageSize=1`;
    const first = await list(query);
    const second = await list(`${query}&pageToken=${first.pageToken ?? ''}`);

    expect([names(first), names(second), second.pageToken]).toEqual([
      ['Snow Depth'],
      ['Rain Radar'],
      undefined,
    ]);
  });

  it.each([
    ['pageSize=0', 'pageSize "0" is not a whole number from 1 to 100'],
    ['pageSize=101', 'use pageToken'],
    ['pageToken=x', 'pageToken "x" is no page token'],
    ['orderBy=price', 'orderBy "price" is no order'],
    ['orderBy=constructor', 'is no order'],
    ['filter=rain', 'filter "rain" cannot be read'],
    ['filter=displayName%3D%22rain', 'cannot be read'],
    ['filter=displayName%3Da%20OR%20displayName%3Db', 'cannot be read'],
    ['filter=displayName%3Da%20AND%20', 'cannot be read'],
    ['filter=colour%3Dred', 'filter names "colour="; use displayName'],
    ['filter=displayName%3Ea', 'filter names "displayName>"'],
    ['filter=updatedAfter%3Dsoon', 'filter has the time "soon"'],
    [`filter=${'a'.repeat(501)}`, 'cannot be read'],
    ['pageSize=1&pageSize=2', 'pageSize is given more than once'],
  ])('refuses ?%s', async (query, message) => {
    expect(await errorOf(await request(api, `/ard/agents?${query}`))).toMatchObject({
      status: 400,
      errorCode: 'INVALID_ARGUMENT',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('GET /ard/agents/:identifier', () => {
  it('gives the complete entry, with the live 402 as its seller sent it', async () => {
    const answer = await retrieve(urn(rain));
    const entry = ReadEntry.parse(await answer.json());

    expect(entry).toEqual({
      '@context': { pay: payment, schema: 'https://schema.org/' },
      identifier: urn(rain),
      displayName: 'Rain Radar',
      type,
      url: `${siteUrl}/api/services/${rain.declared.id}`,
      description: 'Tells when it will rain in a city. Updated every minute.',
      tags: ['weather-environment'],
      representativeQueries: [
        'Rain Radar',
        'Tells when it will rain in a city.',
        'Weather & Environment API, paid per request in USDC',
      ],
      updatedAt: '2026-03-03T00:00:00.000Z',
      metadata: {
        endpoint: 'https://rain.example.com/v1',
        page: `${siteUrl}/services/${rain.declared.id}/`,
        status: 'verified',
        state: expect.any(String) as string,
        trustScore: 80,
        terms: 'observed',
        price: '0.02 USDC',
        listedPrice: '0.01 USDC',
        network: 'eip155:8453',
        freeRequests: 3,
        checkedAt: readAt.toISOString(),
      },
      trustManifest: { identity: siteUrl, identityType: 'https' },
      'pay:protocol': ['x402'],
      'pay:price': '0.02',
      'pay:currency': 'USDC',
      'pay:network': 'eip155:8453',
      'pay:accepts': sent.accepts,
      'schema:offers': { '@type': 'schema:Offer', 'schema:price': '0.02', 'schema:priceCurrency': 'USDC' },
    });
  });

  it('gives declared terms where none were observed, and says so', async () => {
    const entry: unknown = await (await retrieve(urn(snow))).json();

    expect(entry).toMatchObject({
      'pay:price': '2.50',
      'pay:currency': 'USDC',
      metadata: { terms: 'declared' },
    });
    expect(entry).not.toHaveProperty('pay:accepts');
  });

  it('names every network on which the live 402 asks the same price', async () => {
    const on = (network: string, token: string): string => `exact ${network} ${wallet} ${token} 10000`;
    const wide = anEntry(
      rain.declared,
      seen(on('eip155:8453', usdcOnBase), on('eip155:1', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48')),
    );

    expect(await (await retrieve(urn(wide), aRegistry([wide]))).json()).toMatchObject({
      'pay:price': '0.01',
      'pay:network': ['eip155:8453', 'eip155:1'],
    });
  });

  it('gives no price for a token that nobody knows', async () => {
    const odd = anEntry(rain.declared, seen(`exact eip155:8453 ${wallet} ${otherWallet} 7`));
    const entry: unknown = await (await retrieve(urn(odd), aRegistry([odd]))).json();

    expect(entry).toMatchObject({ 'pay:protocol': ['x402'], 'pay:network': 'eip155:8453' });
    for (const name of ['pay:price', 'pay:currency', 'schema:offers']) expect(entry).not.toHaveProperty(name);
  });

  it('is what the url of its entry leads to, as the same service', async () => {
    const { url } = ReadEntry.parse(await (await retrieve(urn(snow))).json());
    const service = await request(api, (url ?? '').replace(siteUrl, ''));

    expect(await service.json()).toMatchObject({ id: snow.declared.id, endpoint: snow.declared.endpoint });
  });

  it('answers 304 to a client that has it', async () => {
    const tag = (await retrieve(urn(snow))).headers.get('etag') ?? '';

    expect((await retrieve(urn(snow), api, { 'if-none-match': tag })).status).toBe(304);
  });

  it('understands the namespace of before', async () => {
    const answer = await retrieve(urn(snow).replace('urn:air:', 'urn:ai:'));

    expect(await answer.json()).toMatchObject({ identifier: urn(snow) });
  });

  it.each([
    ['of another publisher', urn(rain).replace('catalog.example.com', 'other.example.com')],
    ['of another kind', urn(rain).replace(':service:', ':agent:')],
    ['in other letter case', urn(rain).replace('rain', 'Rain')],
    ['of nothing', 'urn:air:ard-conformance.invalid:probe:not-found'],
    ['of a service that was never listed', 'urn:air:catalog.example.com:service:gone-00000000'],
  ])('answers 404 for an identifier %s, which caches soon forget', async (_what, identifier) => {
    const answer = await retrieve(identifier);

    expect(answer.headers.get('cache-control')).toBe('public, max-age=5');
    expect(await errorOf(answer)).toMatchObject({ status: 404, errorCode: 'NOT_FOUND' });
  });

  it('answers 404 for a service that was removed', async () => {
    const burying = aRegistry();
    void burying.store.publish(
      { put: [], removed: [], buried: [tombstoneOf(rain.declared)] },
      catalogVersion,
    );

    expect(await errorOf(await retrieve(urn(rain), burying))).toMatchObject({
      status: 404,
      errorCode: 'NOT_FOUND',
    });
  });

  it.each([
    'not-a-valid-ard-urn',
    'urn%3Aair%3Aexample.com',
    '%ZZ',
    'urn%253Aair%253Acatalog.example.com%253Aservice%253Arain',
    `urn%3Aair%3Aexample.com%3A${'a'.repeat(600)}`,
    'urn%3Aair%3Aexample.com%3Aservice%3A%E2%80%AE',
  ])('refuses what is no identifier after decoding it once: %s', async (path) => {
    expect(await errorOf(await request(api, `/ard/agents/${path}`))).toMatchObject({
      status: 400,
      errorCode: 'INVALID_ARGUMENT',
    });
  });
});

describe('a refusal below /ard', () => {
  it.each([
    ['GET', '/ard', 404, 'NOT_FOUND'],
    ['GET', '/ard/nothing', 404, 'NOT_FOUND'],
    ['GET', '/ard/search', 405, 'INVALID_ARGUMENT'],
    ['POST', '/ard/agents', 405, 'INVALID_ARGUMENT'],
  ])('has the shape of ARD: %s %s', async (method, path, status, errorCode) => {
    expect(await errorOf(await request(api, path, { method }))).toMatchObject({ status, errorCode });
  });

  it('has it where a client asks too often, and says when to try again', async () => {
    const busy = aRegistry(entries, { parts: { readLimit: { requests: 1, perSeconds: 60 } } });
    await list('', busy);
    const answer = await request(busy, '/ard/agents');

    expect(answer.headers.get('retry-after')).not.toBeNull();
    expect(await errorOf(answer)).toMatchObject({ status: 429, errorCode: 'RATE_LIMIT_EXCEEDED' });
  });

  it('has it where something fails inside, and reveals nothing', async () => {
    const fails = { sentChallenges: () => Promise.reject(new Error('secret')) };
    const broken = aRegistry(entries, {
      parts: {
        history: Object.assign(
          emptyHistory(() => readAt),
          fails,
        ),
        admission: admissionBy({ readLimit: undefined, writeLimit: undefined }),
      },
    });
    const { message, ...error } = await errorOf(await retrieve(urn(rain), broken));

    expect(error).toEqual({ status: 500, errorCode: 'INTERNAL_ERROR' });
    expect(message).not.toContain('secret');
  });

  it('is nowhere else', async () => {
    expect((await request(api, '/ardent')).headers.get('content-type')).toBe('application/problem+json');
  });
});

describe('the manifest', () => {
  const paths = ['/.well-known/ard.json', '/.well-known/ai-catalog.json'];

  it('names the registry by its base, and the tools by their card', async () => {
    const { entries: own } = ReadManifest.parse(await (await request(api, paths[0] ?? '')).json());

    expect(own.map((entry) => [entry.identifier, entry.type, entry.url])).toEqual([
      ['urn:air:catalog.example.com:registry:main', 'application/ai-registry+json', `${siteUrl}/ard`],
      [
        'urn:air:catalog.example.com:mcp:main',
        'application/mcp-server-card+json',
        'https://catalog.example.com/mcp/server-card',
      ],
    ]);
  });

  it('is the same at its present and its former address', async () => {
    const [present, former] = await Promise.all(paths.map(async (path) => (await request(api, path)).text()));

    expect(former).toBe(present);
  });
});

describe('a site without a domain name', () => {
  it.each([
    ['http://localhost:8080', 'localhost.invalid'],
    ['http://127.0.0.1:8080', '127-0-0-1.invalid'],
    ['http://[::1]:8080', '1.invalid'],
  ])('has identifiers that strict clients read, and vouches for none: %s', async (url, domain) => {
    const local = aRegistry(entries, { parts: { siteUrl: url } });
    const { items } = await list('', local);

    expect(items[0]?.identifier).toBe(`urn:air:${domain}:service:${rain.declared.id}`);
    expect(items[0]).not.toHaveProperty('trustManifest');
    expect((await retrieve(items[0]?.identifier ?? '', local)).status).toBe(200);
  });
});
