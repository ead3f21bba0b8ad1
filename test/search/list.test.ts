import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimal } from '../../src/domain/money.ts';
import { supportedChains } from '../../src/domain/service.ts';
import type { Entry } from '../../src/domain/snapshot.ts';
import { statuses } from '../../src/domain/status.ts';
import {
  type Filters,
  type SortKey,
  sortKeys,
  type SortOrder,
  sortOrders,
} from '../../src/search/list-query.ts';
import { Search } from '../../src/search/search.ts';
import { catalogs, decimals } from '../fixtures/arbitraries.ts';
import { anEntry, aSnapshot, categories } from '../fixtures/services.ts';

const all = { limit: 100, offset: 0 };

/** What passes the filters, looked at one by one. */
function scan(entries: readonly Entry[], filters: Filters): Entry[] {
  const allows = <T>(wanted: readonly T[] | undefined, given: readonly T[]): boolean =>
    wanted === undefined || given.some((value) => wanted.includes(value));

  return entries.filter(
    ({ declared, observed }) =>
      allows(filters.categories, [declared.category]) &&
      allows(filters.chains, supportedChains(declared, observed)) &&
      allows(filters.statuses, [observed.status]) &&
      allows(filters.currency === undefined ? undefined : [filters.currency], [declared.pricing.currency]) &&
      (filters.maxPrice === undefined || units(declared.pricing.pricePerRequest) <= units(filters.maxPrice)),
  );
}

function units(price: string): bigint {
  const [whole = '', fraction = ''] = price.split('.');
  return BigInt(whole + fraction.padEnd(18, '0'));
}

const foldedName = ({ declared }: Entry): string =>
  declared.name
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();

/** The documented order, with no cleverness. */
function naiveOrder(key: SortKey, order: SortOrder) {
  const first: Record<SortKey, (a: Entry, b: Entry) => number> = {
    price: (a, b) => compareDecimal(a.declared.pricing.pricePerRequest, b.declared.pricing.pricePerRequest),
    trustScore: (a, b) => a.observed.trustScore - b.observed.trustScore,
    name: (a, b) => compareText(foldedName(a), foldedName(b)),
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

const some = <T>(values: readonly T[]) =>
  fc.option(fc.subarray([...values], { minLength: 1 }), { nil: undefined });
const filters = fc
  .record({
    categories: some([...categories.map(({ id }) => id), 'unknown']),
    chains: some(['base', 'base-sepolia', 'polygon', 'solana', 'eip155:480', 'eip155:424242', 'unknown']),
    statuses: some(statuses),
    maxPrice: fc.option(fc.oneof(decimals(), fc.constantFrom('0.1', '0.10', '0')), { nil: undefined }),
    currency: fc.option(fc.constantFrom('USDC', 'EURC', 'NONE'), { nil: undefined }),
  })
  .map(
    (given) =>
      Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Filters,
  );

const sorts = fc.record({ sortBy: fc.constantFrom(...sortKeys), sortOrder: fc.constantFrom(...sortOrders) });

describe('a filtered list', () => {
  it('holds exactly what a linear scan finds, whatever the filters', () => {
    fc.assert(
      fc.property(catalogs(40), filters, (entries, wanted) => {
        const found = new Search(aSnapshot(entries)).list({ ...wanted, ...all });
        const expected = scan(entries, wanted);

        expect(found.total).toBe(expected.length);
        expect(idsOf(found.entries).sort()).toEqual(idsOf(expected).sort());
      }),
    );
  });

  it('is in the documented order, ties by name and then id', () => {
    fc.assert(
      fc.property(catalogs(40), filters, sorts, (entries, wanted, sort) => {
        const found = new Search(aSnapshot(entries)).list({ ...wanted, ...sort, ...all });
        const expected = scan(entries, wanted).sort(naiveOrder(sort.sortBy, sort.sortOrder));

        expect(idsOf(found.entries)).toEqual(idsOf(expected));
      }),
    );
  });

  it.each([
    ['price', 'asc'],
    ['name', 'asc'],
    ['trustScore', 'desc'],
  ] as const)('by %s goes %s when no order is given', (sortBy, sortOrder) => {
    fc.assert(
      fc.property(catalogs(20), (entries) => {
        const found = new Search(aSnapshot(entries)).list({ sortBy, ...all });
        expect(idsOf(found.entries)).toEqual(idsOf([...entries].sort(naiveOrder(sortBy, sortOrder))));
      }),
    );
  });

  it('without any sorting goes by trust, highest first', () => {
    fc.assert(
      fc.property(catalogs(20), (entries) => {
        const found = new Search(aSnapshot(entries)).list(all);
        expect(idsOf(found.entries)).toEqual(idsOf([...entries].sort(naiveOrder('trustScore', 'desc'))));
      }),
    );
  });
});

describe('paging', () => {
  it('visits every match exactly once, and tells the same total on every page', () => {
    const texts = fc.option(fc.constantFrom('rain', 'maps token', 'meteo', 'xyzzy'), { nil: undefined });
    const sorting = fc.option(sorts, { nil: {} });

    fc.assert(
      fc.property(
        catalogs(40),
        filters,
        texts,
        sorting,
        fc.integer({ min: 1, max: 15 }),
        (entries, wanted, text, sort, limit) => {
          const search = new Search(aSnapshot(entries));
          const query = { ...wanted, ...sort, ...(text === undefined ? {} : { text }) };
          const whole = search.list({ ...query, ...all });

          const visited: string[] = [];
          for (let offset = 0; offset < whole.total + limit; offset += limit) {
            const page = search.list({ ...query, limit, offset });
            expect(page.total).toBe(whole.total);
            visited.push(...idsOf(page.entries));
          }
          expect(visited).toEqual(idsOf(whole.entries));
          expect(new Set(visited).size).toBe(whole.total);
        },
      ),
    );
  });

  it('past the end is empty', () => {
    expect(new Search(aSnapshot([anEntry()])).list({ limit: 20, offset: 1 })).toEqual({
      total: 1,
      entries: [],
    });
    expect(new Search(aSnapshot()).list({ limit: 20, offset: Number.MAX_SAFE_INTEGER })).toEqual({
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
  ])('finds a price of %s under %s: %d', (price, maxPrice, total) => {
    expect(priced(price).list({ maxPrice, ...all }).total).toBe(total);
  });
});

describe('the chain filter', () => {
  const onUnknownChain = anEntry({
    x402Config: { paymentAddress: 'not looked at here', network: 'eip155:424242' },
  });

  it('finds a service by its declared network and by every chain it was seen to take', () => {
    const search = new Search(aSnapshot([anEntry({}, { chains: ['polygon', 'base'] })]));

    expect(
      ['base-sepolia', 'polygon', 'base', 'solana'].map(
        (chain) => search.list({ chains: [chain], ...all }).total,
      ),
    ).toEqual([1, 1, 1, 0]);
  });

  it('finds a network without a short name by its CAIP-2 id', () => {
    expect(new Search(aSnapshot([onUnknownChain])).list({ chains: ['eip155:424242'], ...all }).total).toBe(1);
  });
});
