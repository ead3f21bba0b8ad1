import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimal } from '../../../src/domain/decimal.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { type SortKey, sortKeys, type SortOrder, sortOrders } from '../../../src/search/query/question.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs } from '../../fixtures/arbitraries.ts';
import { filters } from '../../fixtures/filters.ts';
import { anEntry, aSnapshot } from '../../fixtures/services.ts';
import { askedOf, scan } from '../../fixtures/linear-scan.ts';

const all = { limit: 100, offset: 0 };

const foldedName = ({ declared }: Entry): string =>
  declared.name
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();

/** The documented order, with no cleverness. */
function naiveOrder(key: SortKey, order: SortOrder) {
  const first: Record<SortKey, (a: Entry, b: Entry) => number> = {
    price: (a, b) => compareDecimal(askedOf(a).price, askedOf(b).price),
    trustScore: (a, b) => a.observed.trustScore - b.observed.trustScore,
    name: (a, b) => compareText(foldedName(a), foldedName(b)),
    createdAt: (a, b) => compareText(a.declared.createdAt, b.declared.createdAt),
    payments: (a, b) =>
      a.observed.txCount - b.observed.txCount || a.observed.trustScore - b.observed.trustScore,
  };
  const sign = order === 'asc' ? 1 : -1;

  return (a: Entry, b: Entry): number =>
    sign * first[key](a, b) ||
    compareText(foldedName(a), foldedName(b)) ||
    compareText(a.declared.id, b.declared.id);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

const idsOf = (entries: readonly Entry[]): string[] => entries.map(({ declared }) => declared.id);

const allSortKeys = [...sortKeys, 'createdAt', 'payments'] as const;
const sorts = fc.record({
  sortBy: fc.constantFrom(...allSortKeys),
  sortOrder: fc.constantFrom(...sortOrders),
});

describe('a filtered list', () => {
  it('holds what an owner has, of all or of some', async () => {
    const [first, second, third] = ['acme', 'acme', 'other'].map((owner, i) =>
      anEntry({ owner, name: `Feed ${String(i)}` }),
    );
    if (!first || !second || !third) throw new Error('there are three services');
    const search = new Search(aSnapshot([first, second, third]));

    expect((await search.list({ owner: 'acme', ...all })).entries).toEqual([first, second]);
    expect((await search.facets({ owner: 'acme', among: new Set(idsOf([second, third])) })).total).toBe(1);
    expect(await search.matching({ owner: 'nobody' })).toEqual([]);
  });

  it('holds exactly what a linear scan finds, whatever the filters', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(40), filters, async (entries, wanted) => {
        const found = await new Search(aSnapshot(entries)).list({ ...wanted, ...all });
        const expected = scan(entries, wanted);

        expect(found.total).toBe(expected.length);
        expect(idsOf(found.entries).sort()).toEqual(idsOf(expected).sort());
      }),
    );
  });

  it('holds the same services without an order', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogs(40),
        filters,
        fc.constantFrom(undefined, 'rain', 'a'),
        async (entries, given, text) => {
          const search = new Search(aSnapshot(entries));
          const question = text === undefined ? given : { ...given, wanted: await search.readKeywords(text) };

          expect(idsOf(await search.matching(question)).sort()).toEqual(
            idsOf((await search.list({ ...question, ...all })).entries).sort(),
          );
        },
      ),
    );
  });

  it('holds only services with the wanted ids, and its facets count only those', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(20), filters, fc.array(fc.nat(19)), async (entries, wanted, places) => {
        const among = new Set(places.flatMap((place) => entries[place]?.declared.id ?? []));
        const search = new Search(aSnapshot(entries));
        const expected = scan(entries, { ...wanted, among });

        expect(idsOf((await search.list({ ...wanted, among, ...all })).entries).sort()).toEqual(
          idsOf(expected).sort(),
        );
        expect((await search.facets({ ...wanted, among })).total).toBe(expected.length);
      }),
    );
  });

  it('is in the documented order, with ties by name and then id', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(40), filters, sorts, async (entries, wanted, sort) => {
        const found = await new Search(aSnapshot(entries)).list({ ...wanted, ...sort, ...all });
        const expected = scan(entries, wanted).sort(naiveOrder(sort.sortBy, sort.sortOrder));

        expect(idsOf(found.entries)).toEqual(idsOf(expected));
      }),
    );
  });

  it.each([
    ['price', 'asc'],
    ['name', 'asc'],
    ['trustScore', 'desc'],
    ['createdAt', 'desc'],
    ['payments', 'desc'],
  ] as const)('by %s goes %s when no order is given', async (sortBy, sortOrder) => {
    await fc.assert(
      fc.asyncProperty(catalogs(20), async (entries) => {
        const found = await new Search(aSnapshot(entries)).list({ sortBy, ...all });
        expect(idsOf(found.entries)).toEqual(idsOf([...entries].sort(naiveOrder(sortBy, sortOrder))));
      }),
    );
  });

  it('goes by trust score, highest first, when no sort key is given', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(20), async (entries) => {
        const found = await new Search(aSnapshot(entries)).list(all);
        expect(idsOf(found.entries)).toEqual(idsOf([...entries].sort(naiveOrder('trustScore', 'desc'))));
      }),
    );
  });
});

describe('paging', () => {
  it('visits every match exactly once, and gives the same total on every page', async () => {
    const texts = fc.option(fc.constantFrom('rain', 'maps token', 'meteo', 'xyzzy'), { nil: undefined });
    const sorting = fc.option(sorts, { nil: {} });

    await fc.assert(
      fc.asyncProperty(
        catalogs(40),
        filters,
        texts,
        sorting,
        fc.integer({ min: 1, max: 15 }),
        async (entries, wanted, text, sort, limit) => {
          const search = new Search(aSnapshot(entries));
          const query = {
            ...wanted,
            ...sort,
            wanted: text === undefined ? undefined : await search.readKeywords(text),
          };
          const whole = await search.list({ ...query, ...all });

          const visited: string[] = [];
          for (let offset = 0; offset < whole.total + limit; offset += limit) {
            const page = await search.list({ ...query, limit, offset });
            expect(page.total).toBe(whole.total);
            visited.push(...idsOf(page.entries));
          }
          expect(visited).toEqual(idsOf(whole.entries));
          expect(new Set(visited).size).toBe(whole.total);
        },
      ),
    );
  });

  it('gives an empty page past the end', async () => {
    expect(await new Search(aSnapshot([anEntry()])).list({ limit: 20, offset: 1 })).toMatchObject({
      total: 1,
      entries: [],
    });
    expect(await new Search(aSnapshot()).list({ limit: 20, offset: Number.MAX_SAFE_INTEGER })).toMatchObject({
      total: 0,
      entries: [],
    });
  });
});

describe('the price filter', () => {
  const priced = (pricePerRequest: string): Search =>
    new Search(aSnapshot([anEntry({ pricing: { currency: 'USDC', pricePerRequest } })]));

  it.each([
    ['0.1', '0.1', 1],
    ['0.10', '0.1', 1],
    ['0.1', '0.10', 1],
    ['0.100000000000000001', '0.1', 0],
    ['0.1', '0.100000000000000001', 1],
    ['0.3', '0.299999999999999999', 0],
    ['999999999999.999999999999999999', '999999999999.999999999999999998', 0],
    ['999999999999.999999999999999999', '999999999999.999999999999999999', 1],
    ['9', '10', 1],
    ['10', '9', 0],
    ['0', '0', 1],
    ['0.000000000000000001', '0', 0],
    ['007', '7', 1],
  ])('finds a price of %s under %s: %d', async (price, maxPrice, total) => {
    expect((await priced(price).list({ maxPrice, ...all })).total).toBe(total);
  });
});

describe('the exclusive price filter', () => {
  it.each([
    ['0.1', '0.1', 0],
    ['0.10', '0.1', 0],
    ['0.099999999999999999', '0.1', 1],
    ['0', '0', 0],
    ['1', '1.000000000000000001', 1],
  ])('finds a price of %s under %s: %d', async (pricePerRequest, maxPrice, total) => {
    const search = new Search(aSnapshot([anEntry({ pricing: { currency: 'USDC', pricePerRequest } })]));

    expect((await search.list({ maxPrice, maxPriceExclusive: true, ...all })).total).toBe(total);
  });
});

describe('the free quota filter', () => {
  it.each([
    [undefined, true, 0],
    [0, true, 0],
    [1, true, 1],
    [99, 100, 0],
    [100, 100, 1],
    [undefined, 0, 0],
    [0, 0, 1],
  ] as const)('finds a quota of %s when %s is asked for: %d', async (given, freeQuota, total) => {
    const quota = given === undefined ? {} : { freeQuota: given };
    const pricing = { currency: 'USDC', pricePerRequest: '1', ...quota };

    expect((await new Search(aSnapshot([anEntry({ pricing })])).list({ freeQuota, ...all })).total).toBe(
      total,
    );
  });
});

describe('the chain filter', () => {
  it('leaves out a service that accepts an excluded chain', async () => {
    const search = new Search(
      aSnapshot([
        anEntry({ name: 'Only tests', endpoint: 'https://a.example.com' }),
        anEntry({ name: 'Both', endpoint: 'https://b.example.com' }, { chains: ['base'] }),
        anEntry({
          name: 'Neither',
          endpoint: 'https://c.example.com',
          x402Config: { paymentAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'avalanche' },
        }),
      ]),
    );
    const { entries } = await search.list({ withoutChains: ['base-sepolia', 'polygon'], ...all });

    expect(entries.map(({ declared }) => declared.name)).toEqual(['Neither']);
  });

  const onUnknownChain = anEntry({
    x402Config: { paymentAddress: 'not looked at here', network: 'eip155:424242' },
  });

  it('finds a service by its declared network and by every chain it was observed to accept', async () => {
    const search = new Search(aSnapshot([anEntry({}, { chains: ['polygon', 'base'] })]));

    const found = await Promise.all(
      ['base-sepolia', 'polygon', 'base', 'solana'].map((chain) => search.list({ chains: [chain], ...all })),
    );

    expect(found.map(({ total }) => total)).toEqual([1, 1, 1, 0]);
  });

  it('finds a network without a short name by its CAIP-2 id', async () => {
    expect(
      (await new Search(aSnapshot([onUnknownChain])).list({ chains: ['eip155:424242'], ...all })).total,
    ).toBe(1);
  });
});
