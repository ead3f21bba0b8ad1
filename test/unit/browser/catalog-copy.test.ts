import type { Entry } from '../../../src/domain/snapshot.ts';
import { describe, expect, it } from 'vitest';
import { completionsIn, searchCopy } from '../../../src/browser/catalog-copy.ts';
import { searchIndex } from '../../../src/site/search-index.ts';
import { anEntry } from '../../fixtures/services.ts';
import type { SiteHistory } from '../../../src/site/history.ts';
import {
  aBlockedEntry,
  anEntryFound,
  aPaidEntry,
  catalogOf,
  historyOf,
  measuredDays,
  sameTerms,
} from '../../fixtures/site-catalog.ts';

const { x402Config } = anEntry().declared;
const index = await searchIndex(
  catalogOf([
    anEntry({ name: 'Rain Radar', endpoint: 'https://a.example.com', category: 'weather-environment' }),
    anEntry({
      name: 'Café Map',
      description: 'Where rain never falls.',
      endpoint: 'https://b.example.com',
      category: 'maps-geolocation',
      pricing: { currency: 'USDC', pricePerRequest: '0.5' },
      x402Config: { ...x402Config, network: 'base' },
    }),
  ]),
);

it('holds the live price beside the declared one where they differ', async () => {
  const indexOf = async (entry: Entry, history: SiteHistory) =>
    (await searchIndex(catalogOf([entry], history))).services[0]?.slice(8);

  expect(await indexOf(anEntryFound('price_mismatch'), historyOf(measuredDays))).toEqual([
    'unverified',
    0,
    100,
    'price_differs',
    null,
    null,
    0,
    0,
    0,
    1,
    'api.example.com/rain',
    ['0.5', 'USDC'],
  ]);
  expect(await indexOf(aBlockedEntry(), historyOf([], sameTerms))).toEqual([
    'unverified',
    null,
    null,
    'uncheckable',
    'blocked',
    null,
    0,
    0,
    0,
    1,
    'api.example.com/rain',
  ]);
});

const found = (search: string): string[] =>
  searchCopy(index, new URLSearchParams(search)).services.map(([, name]) => name);

describe('completions from the copy', () => {
  it.each([
    ['rai', ['Rain Radar service /services/']],
    ['weath env', ['Weather & Environment category /categories/weather-environment/']],
    ['ma', ['Maps & Geolocation category /categories/maps-geolocation/', 'Café Map service /services/']],
    ['(', []],
    ['', []],
  ])('for "%s" are %j', (text, expected) => {
    const shown = completionsIn(index, text).map(
      (each) => `${each.text} ${each.kind} ${each.href.replace(/(?<=services\/).*/, '')}`,
    );

    expect(shown).toEqual(expected);
  });
});

describe('searchCopy', () => {
  it('ranks inactive services below active ones that match nearly as well', async () => {
    const copy = await searchIndex(
      catalogOf([
        anEntry({ name: 'Tide Tables', endpoint: 'https://c.example.com' }, { status: 'inactive' }),
        anEntry({ name: 'Tide Times', endpoint: 'https://d.example.com' }),
        anEntry({ name: 'Harbour', description: 'On a tide.', endpoint: 'https://e.example.com' }),
      ]),
    );

    expect(searchCopy(copy, new URLSearchParams('query=tide')).services.map(([, name]) => name)).toEqual([
      'Tide Times',
      'Tide Tables',
      'Harbour',
    ]);
  });

  it('filters by state, as the server does', async () => {
    const entries = [
      anEntryFound('price_mismatch', { name: 'a', endpoint: 'https://a.example.com' }),
      anEntryFound('unreachable', { name: 'b', endpoint: 'https://b.example.com' }),
      anEntry({ name: 'c', endpoint: 'https://c.example.com' }),
    ];
    const copy = await searchIndex(catalogOf(entries));
    const names = (search: string) =>
      searchCopy(copy, new URLSearchParams(search)).services.map(([, name]) => name);

    expect(names('state=price_differs')).toEqual(['a']);
    expect(names('state=down,unchecked&sortBy=name')).toEqual(['b', 'c']);
    expect(names('state=verified')).toEqual([]);
    expect(names('status=inactive&state=price_differs&sortBy=name')).toEqual(['a', 'b']);
    expect(names('status=unverified&sortBy=name')).toEqual(['a', 'c']);
  });

  it('filters by payments, and sorts by them', async () => {
    const paid = (name: string, txCount: number) =>
      aPaidEntry({ txCount }, { name, endpoint: `https://${name}.example.com` });
    const copy = await searchIndex(catalogOf([paid('a', 0), paid('b', 3), paid('c', 12), anEntry()]));
    const names = (search: string) =>
      searchCopy(copy, new URLSearchParams(search)).services.map(([, name]) => name);

    expect(names('sortBy=payments').slice(0, 2)).toEqual(['c', 'b']);
    expect(names('paid=true&sortBy=name')).toEqual(['b', 'c']);
  });

  it.each([
    ['', ['Café Map', 'Rain Radar']],
    ['query=rai', ['Rain Radar', 'Café Map']],
    ['query=CAFE', ['Café Map']],
    ['query=rain map', ['Café Map']],
    ['query=snow', []],
    ['query=(', []],
    ['query=a rain radar for under $0.01', ['Rain Radar']],
    ['query=below $0.01', []],
    ['chain=base', ['Café Map']],
    ['category=weather-environment,other', ['Rain Radar']],
    ['status=verified', []],
    ['maxPricePerRequest=0.10', ['Rain Radar']],
    ['maxPricePerRequest=$0.10', ['Rain Radar']],
    ['maxPricePerRequest=cheap', ['Café Map', 'Rain Radar']],
    ['minPricePerRequest=10 cents', ['Café Map']],
    ['minPricePerRequest=1&maxPricePerRequest=0.1', ['Café Map', 'Rain Radar']],
    ['mainnet=true', ['Café Map']],
    ['freeQuota=true', []],
    ['currency=usdc', ['Café Map', 'Rain Radar']],
    ['currency=EURC', []],
    ['minUptime=95', []],
    ['minUptime=many', ['Café Map', 'Rain Radar']],
    ['sortBy=price', ['Rain Radar', 'Café Map']],
  ])('finds for "%s": %j', (search, names) => {
    expect(found(search)).toEqual(names);
  });
});
