import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { declaredNews, type NewsItem } from '../../../src/domain/news.ts';
import { type Profile, profileOf } from '../../../src/domain/profile.ts';
import type { ChangeKind } from '../../../src/domain/service-change.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { printAtom } from '../../../src/site/atom.ts';
import { allFeed, categoryFeed, type Feed, searchFeed, serviceFeed } from '../../../src/site/feed.ts';
import { feedResponse } from '../../../src/site/feed-response.ts';
import { printJsonFeed } from '../../../src/site/json-feed.ts';
import type { SiteCatalog } from '../../../src/site/site-catalog.ts';
import { aSnapshot, anEntry, tombstoneOf } from '../../fixtures/services.ts';
import { otherWallet } from '../../fixtures/answers.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';
import { faultsOfAtom, readJsonFeed, titlesRead } from '../../support/read-feeds.ts';

const site = 'https://catalog.example.com';
const rain = anEntry({ name: 'Rain Radar', endpoint: 'https://rain.example.com' });
const maps = anEntry({
  name: 'City Maps',
  endpoint: 'https://maps.example.com',
  category: 'maps-geolocation',
});
const gone = anEntry({ name: 'Gone', endpoint: 'https://gone.example.com' }).declared;

let count = 0;

/** A change, one minute after the last. */
function change(
  kind: ChangeKind,
  { declared }: Pick<Entry, 'declared'>,
  changed: Partial<Profile> = {},
  more: Partial<NewsItem> = {},
): NewsItem {
  count += 1;
  const before: Profile = {
    ...profileOf(declared),
    state: 'verified',
    livePrice: '0.001 USDC',
    liveWallet: declared.x402Config.paymentAddress,
  };
  const news = declaredNews(kind, before, { ...before, ...changed });
  if (!news) throw new Error('this change is no news');

  const at = new Date(Date.UTC(2026, 1, 3, 4, count));
  return { at, kind, id: declared.id, commit: 'c0ffee', key: `key-${String(count)}`, news, ...more };
}

/** A catalog with these changes, the oldest first. */
function catalogWith(changes: readonly NewsItem[], tombstones: readonly Tombstone[] = []): SiteCatalog {
  const entries = [rain, maps];
  const newest = [...changes].reverse();
  const readNews: SiteCatalog['readNews'] = async (scope, limit) =>
    newest
      .filter(({ id, news }) => {
        if (scope === 'all') return true;
        return 'service' in scope ? id === scope.service : news.category === scope.category;
      })
      .slice(0, limit);

  return { ...catalogOf(entries), snapshot: aSnapshot(entries, tombstones), readNews };
}

const titles = ({ items }: Feed): string[] => items.map(({ title }) => title);

describe('a feed', () => {
  it('says what happened, newest first', async () => {
    const feed = await allFeed(
      catalogWith([
        change('created', rain),
        change('updated', rain, { price: '1234.5 USDC' }),
        change('updated', rain, { wallet: otherWallet, network: 'eip155:137' }),
        change('updated', rain, { deprecated: 'Ends in March.' }),
        change('observed', rain, { state: 'price_differs', livePrice: '0.02 USDC' }),
        change('observed', rain, { state: 'down' }),
        change('restored', maps),
      ]),
    );

    expect(titles(feed)).toEqual([
      'Listed again: City Maps',
      'Rain Radar: Down',
      'Rain Radar: Price differs, asks 0.02 USDC',
      'Rain Radar: deprecated',
      'Rain Radar: network Base Sepolia → Polygon, another wallet',
      'Rain Radar: price 0.001 → 1,234.5 USDC',
      'New: Rain Radar',
    ]);
    const texts = feed.items.map(({ text }) => text.split('\n'));
    expect(texts[2]).toEqual([
      'Status: Verified → Price differs. Its live 402 response asks for a different price than its owner declares.',
      'Live price: 0.001 USDC → 0.02 USDC',
    ]);
    expect(texts[4]).toContain(`Wallet: ${rain.declared.x402Config.paymentAddress} → ${otherWallet}`);
    expect(texts[6]).toContain('Category: Weather & Environment');
  });

  it('has at most fifty items', async () => {
    const many = Array.from({ length: 60 }, (_, i) =>
      change('updated', rain, { price: `${String(i + 1)} USDC` }),
    );
    const { items, updated } = await allFeed(catalogWith(many));

    expect(items).toHaveLength(50);
    expect(updated).toBe(many.at(-1)?.at.toISOString());
  });

  it('withdraws its items about a removed service, and says why it is', async () => {
    const stone = tombstoneOf(gone, { byOperator: true });
    const changes = [
      change('created', { declared: gone }),
      change('created', rain),
      change('removed', { declared: gone }, {}, { reason: 'Fraud.' }),
    ];
    const feed = await allFeed(catalogWith(changes, [stone]));

    expect(titles(feed)).toEqual(['Removed by the operator: Gone', 'New: Rain Radar']);
    expect(feed.items[0]?.text).toBe('Reason: Fraud.\nCategory: Weather & Environment');
    expect(feed.withdrawn).toEqual([
      { name: `services/${gone.id}/${changes[0]?.key ?? ''}`, at: changes[2]?.at.toISOString() },
    ]);
    expect(printAtom(feed, site)).toContain(
      `<at:deleted-entry ref="tag:catalog.example.com,2026:services/${gone.id}/`,
    );
  });

  it('has all of a service that is listed again', async () => {
    const again = [change('created', rain), change('deleted', rain), change('restored', rain)];

    expect(titles(await allFeed(catalogWith(again)))).toEqual([
      'Listed again: Rain Radar',
      'Withdrawn: Rain Radar',
      'New: Rain Radar',
    ]);
  });

  it('is empty, and valid, where nothing happened', async () => {
    const feed = await allFeed(catalogWith([]));

    expect(feed).toMatchObject({ items: [], updated: '2026-01-31T12:00:00.000Z' });
    expect(faultsOfAtom(printAtom(feed, site))).toEqual([]);
    expect(readJsonFeed(printJsonFeed(feed, site)).items).toEqual([]);
  });
});

describe('the feed of a part of the catalog', () => {
  const changes = [
    change('created', rain),
    change('created', maps),
    change('updated', rain, { price: '1 USDC' }),
  ];
  const catalog = catalogWith(changes, [tombstoneOf(gone)]);

  it('has the services of a category', async () => {
    const feed = await categoryFeed(catalog, 'maps-geolocation');

    expect(feed && titles(feed)).toEqual(['New: City Maps']);
    expect(feed).toMatchObject({
      title: 'Tollbook: Maps & Geolocation',
      page: '/categories/maps-geolocation/',
      paths: { atom: '/categories/maps-geolocation/feed.atom' },
    });
    expect(await categoryFeed(catalog, 'nothing')).toBeUndefined();
  });

  it('has one service; a removed one until there is nothing left to tell', async () => {
    const feed = await serviceFeed(catalog, rain.declared.id);
    expect(feed).toMatchObject({ title: 'Tollbook: Rain Radar', items: [{}, {}] });

    expect(await serviceFeed(catalog, 'nobody-0000000a')).toBeUndefined();
    expect(await serviceFeed(catalog, gone.id)).toBe('gone');
    const withdrawn = catalogWith([change('deleted', { declared: gone })], [tombstoneOf(gone)]);
    expect(await serviceFeed(withdrawn, gone.id)).toMatchObject({ items: [{ title: 'Withdrawn: Gone' }] });
  });

  it('has what a search finds now, in whatever order', async () => {
    const found = async (query: string): Promise<string[]> => {
      const feed = await searchFeed(catalog, new URLSearchParams(query));
      if ('problem' in feed) throw new Error('the search is refused');
      return titles(feed);
    };

    expect(await found('query=maps')).toEqual(['New: City Maps']);
    expect(await found('category=weather-environment&sortBy=name')).toEqual([
      'Rain Radar: price 0.001 → 1 USDC',
      'New: Rain Radar',
    ]);
    expect(await found('maxPricePerRequest=0.0001')).toEqual([]);
    expect(await found('')).toHaveLength(3);
  });

  it('names a search by its parameters alone', async () => {
    const feed = await searchFeed(catalog, new URLSearchParams('q=maps&sortBy=price&utm_source=x&page=2'));

    expect(feed).toMatchObject({
      name: '/search?query=maps',
      title: 'Tollbook: maps',
      page: '/search?query=maps',
      paths: { atom: '/search/feed.atom?query=maps', json: '/search/feed.json?query=maps' },
    });
  });

  it('says what is wrong with a search', async () => {
    const found = await searchFeed(catalog, new URLSearchParams('minUptime=often'));
    const response = feedResponse(found, 'atom', site);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'parameter_invalid',
      errors: [{ pointer: '/minUptime', code: 'percent_invalid' }],
    });
  });

  it.each(['maxPrice=0.01', 'owner=acme', 'limit=5'])(
    'refuses %s, which no search has, rather than tell of everything',
    async (query) => {
      const found = await searchFeed(catalog, new URLSearchParams(query));
      const response = feedResponse(found, 'atom', site);

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        code: 'unknown_parameter',
        errors: [{ pointer: `/${query.split('=')[0] ?? ''}` }],
      });
    },
  );
});

describe('the answer to a reader', () => {
  const feed = allFeed(catalogWith([change('created', rain)]));

  it.each([
    ['atom', 'application/atom+xml; charset=utf-8'],
    ['json', 'application/feed+json; charset=utf-8'],
  ])('has the media type of %s, and the time of the last change', async (format, type) => {
    const { updated } = await feed;
    const { headers, status } = feedResponse(await feed, format, site);

    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('last-modified')).toBe(new Date(updated).toUTCString());
  });

  it.each(['atom', 'json'])('leads in %s to the site below its path', async (format) => {
    const below = await feedResponse(await feed, format, `${site}/catalog`).text();

    expect(below).toContain(`"${site}/catalog/feed.${format}"`);
    expect(below).not.toMatch(/https:\/\/catalog\.example\.com\/(?!catalog\/)/);
  });

  it('refuses other formats, what is unknown, and what is gone', async () => {
    const statuses = [
      feedResponse(await feed, 'rss', site),
      feedResponse(undefined, 'atom', site),
      feedResponse('gone', 'json', site),
    ];

    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 410]);
  });
});

/** Whatever owners and files may hold, and whatever search somebody may ask a feed of. */
const hostile = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 40 })
  .map((text) => `${text}<&"'>]]>\u0000\u202e`);

describe('both formats', () => {
  it('are valid and mean the same to readers, whatever owners write', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, async (name, reason) => {
        const declared = { ...rain.declared, name, endpoint: `https://${name}` };
        const changes = [
          change('created', { declared }),
          change('updated', { declared }, { deprecated: name }),
          change('created', { declared: { ...gone, name } }),
          change('removed', { declared: { ...gone, name } }, {}, { reason }),
        ];
        const feed = await allFeed(catalogWith(changes));
        const [xml, json] = [printAtom(feed, site), printJsonFeed(feed, site)];

        expect(faultsOfAtom(xml)).toEqual([]);
        expect(readJsonFeed(json).items).toHaveLength(3);
        const normalized = (titles: readonly (string | undefined)[]) =>
          titles.map((title) => title?.replace(/\s+/g, ' ').trim());
        expect(normalized(titlesRead.atom(xml))).toEqual(normalized(titlesRead.json(json)));
        // eslint-disable-next-line no-control-regex
        expect(xml).not.toMatch(/[\u0000-\u0008\u202a-\u202e]/);
      }),
    );
  });

  it('are valid for any search', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, async (query) => {
        const found = await searchFeed(catalogWith([]), new URLSearchParams({ query }));
        if ('problem' in found) throw new Error('the search is refused');

        expect(faultsOfAtom(printAtom(found, site))).toEqual([]);
        readJsonFeed(printJsonFeed(found, site));
      }),
    );
  });

  it.each(['http://127.0.0.1:4321', 'http://[::1]:4321', 'https://a.b-c.example'])(
    'have valid names on a site at %s',
    async (address) => {
      const feed = await allFeed(catalogWith([change('created', rain)]));

      expect(faultsOfAtom(printAtom(feed, address))).toEqual([]);
    },
  );
});
