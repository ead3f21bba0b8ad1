import { describe, expect, it } from 'vitest';
import {
  highestPrice,
  isVaryingPrice,
  printPriceRange,
  readPriceRange,
} from '../../../src/domain/price-range.ts';

const range = { from: '0.001', to: '0.126' };

describe('a price that varies, as people write it', () => {
  it.each(['0.001 – 0.126', ' 0.001-0.126 ', '0.001 to 0.126', '0.001 bis 0.126', printPriceRange(range)])(
    '%j is read as a range',
    (text) => {
      expect(readPriceRange(text)).toEqual(range);
    },
  );

  it.each(['varies', '0.001', '0.001, 0.126', '-1 to 2', '', '0.001 to'])('%j is no range', (text) => {
    expect(readPriceRange(text)).toBe(text);
  });

  it.each([
    ['varies', true],
    ['0.001 – 0.126', true],
    ['1 – 1', true],
    ['0.126 – 0.001', false],
    ['1.2.3 – 4', false],
    ['0.001', false],
    ['often', false],
  ])('%j says how a price varies: %j', (text, isRight) => {
    expect(isVaryingPrice(readPriceRange(text))).toBe(isRight);
  });

  it('has its highest price as its limit, where it has one', () => {
    const pricing = { pricePerRequest: '0.001' };

    expect(highestPrice({ pricing, price: range })).toBe('0.126');
    expect(highestPrice({ pricing, price: 'varies' })).toBe('0.001');
    expect(highestPrice({ pricing })).toBe('0.001');
  });
});
