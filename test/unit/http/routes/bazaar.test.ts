import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { knownAssets } from '../../../../src/domain/asset.ts';
import { noFacts } from '../../../../src/domain/facts.ts';
import type { Entry } from '../../../../src/domain/snapshot.ts';
import { emptyHistory } from '../../../../src/live/service-history.ts';
import { DiscoveryResource, discoveryResource } from '../../../../src/views/discovery-resource.ts';
import { anApi, request, type TestApi } from '../../../fixtures/api.ts';
import { faultsOf } from '../../../fixtures/bodies.ts';
import { anEntry } from '../../../fixtures/services.ts';
import { anEntry as anAccept, otherWallet, wallet } from '../../../fixtures/answers.ts';

const Page = z.strictObject({ limit: z.int(), offset: z.int(), total: z.int() });
const List = z.strictObject({
  x402Version: z.literal(2),
  items: z.array(DiscoveryResource),
  pagination: Page,
  unappliedFilters: z.array(z.string()).optional(),
});
const Found = z.looseObject({
  resources: z.array(DiscoveryResource),
  pagination: z.strictObject({ limit: z.int(), cursor: z.string().nullable() }),
});
const Merchant = z.strictObject({
  x402Version: z.literal(2),
  payTo: z.string(),
  resources: z.array(DiscoveryResource),
  pagination: Page,
  unappliedFilters: z.array(z.string()).optional(),
});

const traits = { schemes: ['exact', 'upto'], extensions: ['bazaar'] };
const rain = anEntry(
  {
    name: 'Rain Radar',
    endpoint: 'https://rain.example.com/v1',
    createdAt: '2026-01-01T00:00:00.000Z',
    x402Config: { paymentAddress: wallet, network: 'base' },
    pricing: { currency: 'USDC', pricePerRequest: '0.01' },
  },
  { facts: { ...noFacts, traits } },
);
const words = anEntry({
  name: 'Translator',
  description: 'Translates text.',
  endpoint: 'https://words.example.com/',
  category: 'ai-inference',
  createdAt: '2026-01-02T00:00:00.000Z',
  x402Config: { paymentAddress: otherWallet, network: 'solana-devnet' },
  pricing: { currency: 'USDC', pricePerRequest: '2' },
});
const odd = anEntry({
  name: 'Odd Coins',
  description: 'Takes a token of its own.',
  endpoint: 'https://odd.example.com/',
  createdAt: '2026-01-03T00:00:00.000Z',
  x402Config: { paymentAddress: wallet, network: 'base' },
  pricing: { currency: 'ODD', pricePerRequest: '1' },
});

const readAt = new Date('2026-05-05T05:05:05.000Z');
const sent = {
  x402Version: 2,
  accepts: [anAccept({ extra: { name: 'USD Coin', version: '2', theirs: true } })],
  resource: { url: 'https://rain.example.com/v1', mimeType: 'application/json' },
  extensions: { bazaar: { info: { input: { type: 'http', method: 'GET' } } } },
} as const;

/** A catalog in which only the live 402 of the first service was stored. */
function aCatalog(entries: readonly Entry[] = [rain, words, odd]): TestApi {
  const sentChallenges = (asked: readonly Entry[]) =>
    Promise.resolve(
      new Map(
        asked
          .filter(({ declared }) => declared.id === rain.declared.id)
          .map(({ declared }) => [declared.id, { at: readAt, sent }]),
      ),
    );
  const history = Object.assign(
    emptyHistory(() => readAt),
    { sentChallenges },
  );
  return anApi({ entries, parts: { history } });
}

const api = aCatalog();
const list = async (search = ''): Promise<z.infer<typeof List>> =>
  List.parse(await (await request(api, `/discovery/resources${search}`)).json());
const urls = async (search: string): Promise<string[]> =>
  (await list(search)).items.map(({ resource }) => new URL(resource).hostname.split('.')[0] ?? '');

describe('GET /discovery/resources', () => {
  it('gives live terms as their seller sent them, and says since when', async () => {
    const { items } = await list('?limit=1');

    expect(items[0]).toMatchObject({
      resource: rain.declared.endpoint,
      type: 'http',
      x402Version: 2,
      accepts: sent.accepts,
      lastUpdated: readAt.toISOString(),
      serviceName: 'Rain Radar',
      mimeType: 'application/json',
      extensions: {
        bazaar: sent.extensions.bazaar,
        tollbook: { id: rain.declared.id, terms: 'observed', readAt: readAt.toISOString() },
      },
    });
  });

  it('gives declared terms where none were read, and says so', async () => {
    const { items } = await list('?offset=1');

    expect(items[0]).toMatchObject({
      x402Version: 2,
      accepts: [
        {
          scheme: 'exact',
          amount: '2000000',
          payTo: otherWallet,
          network: expect.stringContaining('solana:') as string,
        },
      ],
      extensions: { tollbook: { terms: 'declared', readAt: null } },
    });
    expect(items[1]).toMatchObject({ accepts: [], extensions: { tollbook: { terms: 'declared' } } });
  });

  it('adds what clients need to sign, where it is missing and the token is known', async () => {
    const api = aCatalog([anEntry({ x402Config: { paymentAddress: wallet, network: 'base' } }), rain]);
    const seller = { ...sent, accepts: [anAccept({ extra: { theirs: true } })] };
    const live = discoveryResource(rain, { at: readAt, sent: seller }, { siteUrl: '', assets: knownAssets });
    const { items } = List.parse(await (await request(api, '/discovery/resources')).json());

    expect(live.accepts[0]).toMatchObject({ extra: { name: 'USD Coin', version: '2', theirs: true } });
    expect(items.map(({ accepts }) => accepts[0]?.['extra'])).toContainEqual({
      name: 'USD Coin',
      version: '2',
    });
  });

  it('pages through all, each once, those listed first at first', async () => {
    const many = Array.from({ length: 250 }, (_, i) =>
      anEntry({ name: `Service ${String(i)}`, endpoint: `https://s${String(i)}.example.com/` }),
    );
    const large = aCatalog(many);
    const seen: string[] = [];
    for (let offset = 0; offset < 300; offset += 100) {
      const answer = await request(large, `/discovery/resources?offset=${String(offset)}`);
      const { items, pagination } = List.parse(await answer.json());
      expect(pagination).toEqual({ limit: 100, offset, total: 250 });
      seen.push(...items.map(({ resource }) => resource));
    }

    expect(seen).toHaveLength(250);
    expect(new Set(seen)).toEqual(new Set(many.map(({ declared }) => declared.endpoint)));
  });

  it.each([
    ['?type=http', ['rain', 'words', 'odd']],
    ['?type=mcp', []],
    [`?payTo=${wallet.toLowerCase()}`, ['rain', 'odd']],
    ['?network=base', ['rain', 'odd']],
    ['?network=eip155%3A8453', ['rain', 'odd']],
    ['?network=eip155%3A1', []],
    ['?scheme=upto', ['rain']],
    ['?scheme=exact', ['rain', 'words', 'odd']],
    [`?scheme=exact&payTo=${wallet}`, ['rain', 'odd']],
    ['?extensions=bazaar', ['rain']],
    ['?extensions[]=bazaar&extensions[]=tollgate', []],
    ['?someday=yes', ['rain', 'words', 'odd']],
  ])('understands %s', async (search, expected) => {
    expect(await urls(search)).toEqual(expected);
  });

  it.each([
    ['limit=0', '/limit page_size_invalid'],
    ['limit=1001', '/limit page_size_invalid'],
    ['offset=-1', '/offset offset_invalid'],
  ])('refuses %s', async (search, fault) => {
    expect(await faultsOf(await request(api, `/discovery/resources?${search}`))).toEqual([fault]);
  });
});

/** The vectors of `bazaar_discovery_conformance.md` (x402-foundation/x402, pull request 3298). */
describe('a filter of x402 discovery is applied, or named as unapplied', () => {
  const values = {
    type: ({ type }: DiscoveryResource) => [type],
    payTo: ({ accepts }: DiscoveryResource) => accepts.map(({ payTo }) => payTo),
    scheme: ({ accepts }: DiscoveryResource) => accepts.map(({ scheme }) => scheme),
    network: ({ accepts }: DiscoveryResource) => accepts.map(({ network }) => network),
    extensions: ({ extensions }: DiscoveryResource) => Object.keys(extensions),
  };

  it('V0: a page without filters names none', async () => {
    const body = await list('?limit=50');

    expect(body.items).toHaveLength(3);
    expect(body.unappliedFilters).toBeUndefined();
  });

  it.each([
    ['V1', 'type', 'mcp'],
    ['V2', 'payTo', '0x0000000000000000000000000000000000000001'],
    ['V3', 'scheme', 'batch-settlement'],
    ['V4', 'network', 'eip155:999999999'],
    ['V5', 'extensions', 'payment-identifier'],
    ['V6', 'network', '!!!'],
  ])('%s: %s=%s, which nothing has, leaves nothing', async (_, name, value) => {
    const body = await list(`?${name}=${encodeURIComponent(value)}`);

    expect(body.items).toEqual([]);
    expect(body.pagination.total).toBe(0);
    expect(body.unappliedFilters).toBeUndefined();
  });

  it.each([
    ['V7', 'network', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 1],
    ['like V7', 'type', 'http', 3],
    ['like V7', 'payTo', otherWallet, 1],
    ['like V7', 'extensions', 'bazaar', 1],
  ] as const)('%s: every resource of %s=%s has it', async (_, name, value, count) => {
    const { items } = await list(`?${name}=${encodeURIComponent(value)}`);

    expect(items).toHaveLength(count);
    for (const item of items) expect(values[name](item)).toContain(value);
  });

  it.each([
    ['?curatedOnly=true', ['curatedOnly']],
    ['?bundleSlugs[]=a&bundleSlugs[]=b&network=base', ['bundleSlugs']],
    ['?metadata[provider]=acme', ['metadata[provider]']],
    [`?payTo=${'x'.repeat(200)}`, ['payTo']],
    ['?payTo=nobody%20here', ['payTo']],
    ['?network=base&network=solana', ['network']],
    ['?utm_source=x&_=1', undefined],
    ['?%E2%80%AE=1', ['U+202E']],
  ])('%s names what was not applied', async (search, names) => {
    expect((await list(search)).unappliedFilters).toEqual(names);
  });

  it('names it in a search and for a merchant, too', async () => {
    const search = await request(api, '/discovery/search?query=rain&maxUsdPrice=cheap&curatedOnly=true');
    const merchant = await request(api, `/discovery/merchant?payTo=${wallet}&chain=base`);

    expect(Found.parse(await search.json())).toMatchObject({
      unappliedFilters: ['maxUsdPrice', 'curatedOnly'],
    });
    expect(Merchant.parse(await merchant.json()).unappliedFilters).toEqual(['chain']);
  });

  it('refuses other malformed parameters with an error that Bazaar clients read', async () => {
    const answer = await request(api, '/discovery/resources?limit=all');

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: expect.stringMatching(/^limit "all" is not/) as unknown,
    });
  });
});

describe('GET /discovery/search', () => {
  const find = async (search: string): Promise<z.infer<typeof Found>> =>
    Found.parse(await (await request(api, `/discovery/search${search}`)).json());
  const names = async (search: string): Promise<string[]> =>
    (await find(search)).resources.map(({ serviceName }) => serviceName);

  it('ranks like the search of this catalog', async () => {
    expect(await names('?query=I+need+an+API+that+translates')).toEqual(['Translator']);
    expect(await find('?query=translate')).toMatchObject({
      x402Version: 2,
      partialResults: false,
      searchMethod: 'text',
    });
  });

  it.each([
    ['?query=rain+radar&maxUsdPrice=0.005', []],
    ['?query=rain+radar&maxUsdPrice=0.01', ['Rain Radar']],
    ['?query=rain+radar&network=solana-devnet', []],
    ['?query=rain+radar&asset=0x833589FCD6EDB6E08F4C7C32D4F71B54BDA02913', ['Rain Radar']],
    ['?query=rain+radar&asset=0x1', []],
    ['?query=rain+radar&urlSubstring=RAIN.example', ['Rain Radar']],
    ['?query=rain+radar&urlSubstring=words', []],
    ['?query=rain+radar&tags[]=ai-inference', []],
    ['?query=rain+radar&tags=ai-inference,weather-environment', ['Rain Radar']],
  ])('understands %s', async (search, expected) => {
    expect(await names(search)).toEqual(expected);
  });

  it('goes on from its cursor to the end', async () => {
    const first = await find('?query=example+rain+translator+coins&limit=1');
    const places = [first.resources.length];
    for (let cursor = first.pagination.cursor; cursor !== null;) {
      const next = await find(`?query=example+rain+translator+coins&limit=1&cursor=${cursor}`);
      places.push(next.resources.length);
      cursor = next.pagination.cursor;
    }

    expect(places.every((count) => count === 1)).toBe(true);
  });

  it('refuses a search for nothing, and a cursor that it never gave', async () => {
    expect(await faultsOf(await request(api, '/discovery/search'))).toEqual(['/query query_missing']);
    expect(await faultsOf(await request(api, '/discovery/search?query=a&cursor=b'))).toEqual([
      '/cursor cursor_invalid',
    ]);
  });
});

describe('a price in money', () => {
  const dollars = anEntry({
    ...rain.declared,
    x402Config: { paymentAddress: wallet, network: 'base' },
    pricing: { currency: 'USD', pricePerRequest: '0.01' },
  });
  const own = aCatalog([dollars]);

  it('is found by the token that it is paid in, and said in its units', async () => {
    const usdc = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913';
    const answer = await request(own, `/discovery/search?query=rain&asset=${usdc}&maxUsdPrice=0.01`);

    expect(Found.parse(await answer.json()).resources).toHaveLength(1);
  });
});

describe('GET /discovery/merchant', () => {
  it('gives the services that a wallet is paid for', async () => {
    const answer = await request(api, `/discovery/merchant?payTo=${wallet}&limit=1&offset=1`);

    expect(Merchant.parse(await answer.json())).toMatchObject({
      payTo: wallet,
      resources: [{ serviceName: 'Odd Coins' }],
      pagination: { limit: 1, offset: 1, total: 2 },
    });
  });

  it('gives none for a wallet that nobody uses', async () => {
    const answer = await request(api, '/discovery/merchant?payTo=0x0000000000000000000000000000000000000001');

    expect(Merchant.parse(await answer.json())).toMatchObject({ resources: [], pagination: { total: 0 } });
  });

  it('refuses a request without a wallet', async () => {
    expect(await faultsOf(await request(api, '/discovery/merchant'))).toEqual(['/payTo pay_to_missing']);
  });
});
