import { describe, expect, it } from 'vitest';
import { readPrice, typedPrice } from '../../../src/site/price-field.ts';

describe('a price that somebody types', () => {
  it.each([
    ['0.01', '0.01'],
    ['0.010', '0.01'],
    ['.5', '0.5'],
    ['0,01', '0.01'],
    ['$0.01', '0.01'],
    ['US$ 0.01', '0.01'],
    ['0,01 $', '0.01'],
    ['2 US-Cent', '0.02'],
    ['0.01 USDC', '0.01'],
    ['0.01usd', '0.01'],
    ['1 cent', '0.01'],
    ['0.5 cents', '0.005'],
    ['2¢', '0.02'],
    ['150 cents', '1.5'],
    [' 3 dollars ', '3'],
    ['０．０１', '0.01'],
    ['1234', '1234'],
  ])('%s is read as %s', (typed, price) => {
    expect(readPrice(typed)).toBe(price);
  });

  it.each([
    '',
    '.',
    '$',
    'cheap',
    '1e-3',
    '-1',
    '1,000',
    '1,000.50',
    '1.2.3',
    '€0.01',
    '0.01 EURC',
    '0.01 cents each',
    '1234567890123',
    `0.${'1'.repeat(19)}`,
    '<b>1</b>',
    '9'.repeat(4_000),
  ])('%s is not read', (typed) => {
    expect(readPrice(typed)).toBeUndefined();
  });
});

it.each([
  ['0.01', '0.01'],
  ['1234', '1234'],
  ['cheap', 'cheap'],
])('stands in its field so that it can be read again: %s', (price, text) => {
  expect(typedPrice(price)).toBe(text);
});
