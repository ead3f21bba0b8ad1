import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  amountText,
  isFree,
  perThousand,
  priceInWords,
  requestsForOne,
} from '../../../src/site/price-words.ts';
import { groupThousands } from '../../../src/texts/formats.ts';
import { decimals } from '../../fixtures/arbitraries.ts';

/** A decimal in units of its 18th digit after the point. */
function units(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.replaceAll(',', '').split('.');

  return BigInt(whole + fraction.padEnd(18, '0'));
}

describe('the price of 1,000 requests', () => {
  it.each([
    ['0.001', '1'],
    ['0.0015', '1.5'],
    ['0.10', '100'],
    ['1', '1,000'],
    ['123456.7', '123,456,700'],
    ['000.5', '500'],
    ['0', '0'],
    ['0.000000000000000001', '0.000000000000001'],
    ['999999999999.999999999999999999', '999,999,999,999,999.999999999999999'],
  ])('of %s each is %s', (price, expected) => {
    expect(perThousand(price)).toBe(expected);
  });

  it('is exactly a thousand times the price, without superfluous zeros', () => {
    fc.assert(
      fc.property(decimals(), (price) => {
        const total = perThousand(price);

        expect(units(total)).toBe(units(price) * 1000n);
        expect(total).toMatch(/^(0|[1-9]\d{0,2}(,\d{3})*)(\.\d*[1-9])?$/);
      }),
    );
  });
});

it('recognizes a price of zero in any notation', () => {
  expect(['0', '0.00', '000'].every(isFree)).toBe(true);
  expect(['0.000000000000000001', '10', '0.10'].some(isFree)).toBe(false);
});

it('groups digits by thousands', () => {
  expect([0, 999, 1000, 1_234_567].map(groupThousands)).toEqual(['0', '999', '1,000', '1,234,567']);
});

describe('a price in words', () => {
  it.each([
    ['0.004', 'USDC', '0.4 US cents'],
    ['0.01', 'USDC', '1 US cent'],
    ['0.0000001', 'USDT', '0.00001 US cents'],
    ['1', 'USDC', '1 US dollar'],
    ['2.50', 'PYUSD', '2.5 US dollars'],
    ['1234', 'USDC', '1,234 US dollars'],
    ['0.02', 'USDT0', '2 US cents'],
    ['0.02', 'MEGAUSD', '2 US cents'],
    ['0.5', 'USD', '50 US cents'],
    ['0.0040', 'EURC', '0.4 euro cents'],
    ['1', 'EUR', '1 euro'],
    ['0.0040', 'XYZ', '0.004 XYZ'],
    ['0.00', 'USDC', 'nothing'],
  ])('of %s %s is %s', (price, currency, expected) => {
    expect(priceInWords(price, currency)).toBe(expected);
  });

  it('names a limit with its currency, if that is known', () => {
    const limits = ['USD', 'USDT0', 'EURC', 'XYZ', undefined].map((currency) => amountText('0.01', currency));

    expect(limits).toEqual(['$0.01', '$0.01', '€0.01', '0.01 XYZ', '0.01']);
  });
});

it.each([
  ['0.004', '250'],
  ['0.003', '333'],
  ['1', '1'],
  ['0.000000000000000001', '1,000,000,000,000,000,000'],
  ['1.5', undefined],
  ['0', undefined],
])('says that at %s each, one unit buys %s requests', (price, expected) => {
  expect(requestsForOne(price)).toBe(expected);
});
