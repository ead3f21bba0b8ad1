import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Filters } from '../../../../src/search/query/question.ts';
import { Conditions } from '../../../../src/search/rows/conditions.ts';
import { rowOf } from '../../../../src/search/rows/row.ts';
import { catalogs } from '../../../fixtures/arbitraries.ts';
import { filters } from '../../../fixtures/filters.ts';
import { scan } from '../../../fixtures/linear-scan.ts';
import { anEntry } from '../../../fixtures/services.ts';

describe('conditions', () => {
  it('hold for exactly the rows that a linear scan finds', () => {
    fc.assert(
      fc.property(catalogs(20), filters, (entries, given) => {
        const conditions = new Conditions(given);

        expect(entries.filter((entry) => conditions.passes(rowOf(entry)))).toEqual(scan(entries, given));
      }),
    );
  });

  it('hold for every row when no filter is given', () => {
    expect(new Conditions({}).passes(rowOf(anEntry()))).toBe(true);
  });

  it('find a live token by its symbol in capitals, as filters are written', () => {
    const asset = { field: 'asset', declared: 'USDC', observed: 'mUSD', match: false } as const;
    const row = rowOf(anEntry({}, { differences: [asset] }));

    expect(new Conditions({ currency: 'MUSD' }).passes(row)).toBe(true);
  });

  it.each<[string, Filters, string]>([
    ['all facets when it fails nothing', { chains: ['base-sepolia'], maxPrice: '1' }, 'all'],
    ['the facet of the only filter that it fails', { chains: ['solana'], maxPrice: '1' }, 'chain'],
    ['one facet when it fails both ends of a price', { maxPrice: '0', minPrice: '9' }, 'price'],
    ['none when it fails filters of two facets', { chains: ['solana'], statuses: ['verified'] }, 'none'],
    ['none when it fails a filter without a facet', { minTrustScore: 101 }, 'none'],
    [
      'none when it fails one with a facet and one without',
      { chains: ['solana'], minTrustScore: 101 },
      'none',
    ],
  ])('let a row count for %s', (_what, given, counted) => {
    const row = rowOf(anEntry({ pricing: { currency: 'USDC', pricePerRequest: '0.5' } }));

    expect(new Conditions(given).countedBy(row)).toBe(counted);
  });
});
