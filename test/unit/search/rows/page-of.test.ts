import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageOf } from '../../../../src/search/rows/page-of.ts';

const ascending = (a: number, b: number): number => a - b;

describe('a page', () => {
  it('holds what sorting all items would put there, wherever it begins', () => {
    const page = fc.record({ limit: fc.integer({ min: 1, max: 30 }), offset: fc.nat(120) });

    fc.assert(
      fc.property(fc.array(fc.nat(50), { maxLength: 400 }), page, (items, { limit, offset }) => {
        const sorted = [...items].sort(ascending);

        expect(pageOf(items, { limit, offset }, ascending)).toEqual(sorted.slice(offset, offset + limit));
      }),
    );
  });

  it('is empty past the end, and of no items', () => {
    expect(pageOf([3, 1, 2], { limit: 20, offset: Number.MAX_SAFE_INTEGER }, ascending)).toEqual([]);
    expect(pageOf([], { limit: 20, offset: 0 }, ascending)).toEqual([]);
  });

  it('reads the items once', () => {
    const items = [5, 4, 3, 2, 1].values();

    expect(pageOf(items, { limit: 2, offset: 1 }, ascending)).toEqual([2, 3]);
  });
});
