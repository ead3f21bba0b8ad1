import { describe, expect, it } from 'vitest';
import { currencies, currencyOf, knownAssets, pegOf } from '../../src/domain/asset.ts';
import { Currency } from '../../src/domain/money.ts';

const symbols = [...new Set([...knownAssets.values()].flat().map(({ symbol }) => symbol))];

describe('the currencies of the known tokens', () => {
  it('may all be declared', () => {
    expect(currencies.filter((currency) => !Currency.safeParse(currency).success)).toEqual([]);
  });

  it('name one token each, whatever its letter case', () => {
    expect(currencies).toEqual(symbols.map(currencyOf));
    expect(new Set(currencies).size).toBe(symbols.length);
  });
});

describe('a peg', () => {
  it.each([
    ['USDC', 'USD'],
    ['USDT0', 'USD'],
    ['mUSD', 'USD'],
    ['MUSD', 'USD'],
    ['USD', 'USD'],
    ['EURC', 'EUR'],
    ['EUR', 'EUR'],
    ['XYZ', undefined],
  ])('of %s is %s', (currency, peg) => {
    expect(pegOf(currency)).toBe(peg);
  });
});
