import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../src/domain/nearest.ts';

const known = ['query', 'chain', 'minPricePerRequest', 'maxPricePerRequest', 'sortBy', 'sortOrder', 'limit'];

describe('the known name nearest to', () => {
  it.each([
    ['maxPrice', 'maxPricePerRequest'],
    ['max_price', 'maxPricePerRequest'],
    ['q', 'query'],
    ['sort', 'sortBy'],
    ['order', 'sortOrder'],
    ['Limit', 'limit'],
    ['chains', 'chain'],
    ['limits', 'limit'],
  ])('%s is %s', (given, name) => {
    expect(nearestName(given, known)).toBe(name);
  });

  it('a name among none is none', () => {
    expect(nearestName('limit', [])).toBeUndefined();
  });
});
