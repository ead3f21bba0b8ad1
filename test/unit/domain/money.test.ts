import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareDecimal, decimalKey } from '../../../src/domain/decimal.ts';
import { Currency, PricePerRequest } from '../../../src/domain/money.ts';
import { decimals } from '../../fixtures/arbitraries.ts';

/** A decimal as an integer number of 1e-18. */
function exact(decimal: string): bigint {
  const [whole = '', fraction = ''] = decimal.split('.');
  return BigInt(whole) * 10n ** 18n + BigInt(fraction.padEnd(18, '0'));
}

function orderOf(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

describe('price per request', () => {
  it.each([
    '0',
    '0.001',
    '1.50',
    '007',
    '000000000000',
    '999999999999',
    '999999999999.999999999999999999',
    '0.000000000000000001',
  ])('accepts %j and keeps it as written', (price) => {
    expect(PricePerRequest.parse(price)).toBe(price);
  });

  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1\n',
    '+1',
    '-1',
    '-0',
    '.5',
    '5.',
    '1.2.3',
    '1,5',
    '1e-3',
    '0x1',
    '1_000',
    'NaN',
    'Infinity',
    '1234567890123',
    '0.1234567890123456789',
    '٣',
    '１',
    '$1',
    '1 USDC',
  ])('refuses %j', (price) => {
    expect(PricePerRequest.safeParse(price).error?.issues).toMatchObject([{ message: 'price_not_decimal' }]);
  });
});

describe('currency', () => {
  it.each(['USDC', 'EURC', 'USDT0', 'AB', 'A1', 'ABCDEFGHIJKL'])('accepts %j', (currency) => {
    expect(Currency.parse(currency)).toBe(currency);
  });

  it.each([
    '',
    'U',
    'usdc',
    'Usdc',
    '1USD',
    'US DC',
    'USDC\n',
    'USD-C',
    'ABCDEFGHIJKLM',
    'USDС' /* Cyrillic */,
  ])('refuses %j', (currency) => {
    expect(Currency.safeParse(currency).error?.issues).toMatchObject([{ message: 'currency_invalid' }]);
  });
});

describe('compareDecimal', () => {
  it.each([
    ['0.1', '0.10', 0],
    ['1', '1.000000000000000000', 0],
    ['007', '7', 0],
    ['0.000000000000000001', '0', 1],
    ['0.1', '0.100000000000000001', -1],
    ['9', '10', -1],
    ['0.3', '0.30000000000000004', -1],
    ['999999999999.999999999999999998', '999999999999.999999999999999999', -1],
  ])('orders %s and %s exactly', (a, b, order) => {
    expect(compareDecimal(a, b)).toBe(order);
    expect(compareDecimal(b, a)).toBe(order === 0 ? 0 : -order);
  });

  it('agrees with integer arithmetic for any two prices', () => {
    fc.assert(
      fc.property(decimals(), decimals(), (a, b) => {
        expect(Math.sign(compareDecimal(a, b))).toBe(orderOf(exact(a), exact(b)));
      }),
    );
  });

  it('distinguishes decimals that are equal as floats', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 30n - 2n), (units) => {
        const written = (value: bigint): string =>
          `${String(value / 10n ** 18n)}.${String(value % 10n ** 18n).padStart(18, '0')}`;

        expect(compareDecimal(written(units), written(units + 1n))).toBeLessThan(0);
      }),
    );
  });
});

describe('decimalKey', () => {
  it('sorts as text in numeric order', () => {
    fc.assert(
      fc.property(decimals(), decimals(), (a, b) => {
        const [left, right] = [decimalKey(a), decimalKey(b)];
        expect(left === right ? 0 : left < right ? -1 : 1).toBe(orderOf(exact(a), exact(b)));
      }),
    );
  });
});
