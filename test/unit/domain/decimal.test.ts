import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Value } from 'ox';
import { decimalOf, isZero } from '../../../src/domain/decimal.ts';

describe('the decimal of atomic units', () => {
  it.each([
    ['0', 6, '0'],
    ['1', 6, '0.000001'],
    ['10000', 6, '0.01'],
    ['1000000', 6, '1'],
    ['1230000', 6, '1.23'],
    ['42', 0, '42'],
  ])('of %s with %d decimals is exact', (units, decimals, expected) => {
    expect(decimalOf(units, decimals)).toBe(expected);
  });

  it('is what ox makes of it, for any 256-bit number', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), fc.nat(30), (units, decimals) => {
        expect(decimalOf(String(units), decimals)).toBe(Value.format(units, decimals));
      }),
    );
  });
});

describe('a decimal', () => {
  it.each([
    ['0', true],
    ['000', true],
    ['0.00', true],
    ['0.01', false],
    ['10', false],
  ])('%s: is zero, %s', (value, expected) => {
    expect(isZero(value)).toBe(expected);
  });
});
