import fc from 'fast-check';
import { formatUnits } from 'viem';
import { describe, expect, it } from 'vitest';
import { decimalOfUnits } from '../../src/domain/decimal.ts';

describe('an amount in smallest units', () => {
  it.each([
    [10_000n, 6, '0.01'],
    [0n, 6, '0'],
    [1n, 18, '0.000000000000000001'],
    [2_500_000n, 6, '2.5'],
    [7n, 0, '7'],
  ])('%s with %s decimals reads %s', (units, decimals, text) => {
    expect(decimalOfUnits(units, decimals)).toBe(text);
  });

  it('reads as viem formats it', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.nat(30), (units, decimals) => {
        expect(decimalOfUnits(units, decimals)).toBe(formatUnits(units, decimals));
      }),
    );
  });
});
