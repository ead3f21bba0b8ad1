import { describe, expect, it } from 'vitest';
import { filterValues } from '../../../../src/search/query/question.ts';

describe('the values of a filter', () => {
  it.each([
    ['repeated parameters', ['base', 'solana'], ['base', 'solana']],
    ['a comma list', ['base,solana'], ['base', 'solana']],
    ['both', ['base,solana', 'polygon'], ['base', 'solana', 'polygon']],
    ['a value given twice', ['base', 'base,base'], ['base']],
    ['spaces and empty values', [' base , ,', ''], ['base']],
    ['nothing', [], []],
  ])('are read from %s', (_what, given, values) => {
    expect(filterValues(given)).toEqual(values);
  });

  it('are read up to one above the limit, which is enough to refuse them', () => {
    const many = Array.from({ length: 4_000 }, (_, i) => String(i)).join();

    expect(filterValues([many])).toHaveLength(51);
  });
});
