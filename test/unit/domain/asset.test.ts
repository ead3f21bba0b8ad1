import { describe, expect, it } from 'vitest';
import { type Asset, currencies, knownAssets, pegOf, tokensFor } from '../../../src/domain/asset.ts';
import { currencyOf } from '../../../src/domain/currency.ts';
import { Currency } from '../../../src/domain/money.ts';

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

describe('the tokens for a price', () => {
  it.each([
    ['USDC', 'eip155:42220', ['USDC']],
    ['USD', 'eip155:42220', ['USDC', 'USDT', 'USAT']],
    ['EUR', 'eip155:8453', ['EURC']],
    ['MUSD', 'eip155:31612', ['mUSD']],
    ['mUSD', 'eip155:31612', ['mUSD']],
    ['EURC', 'eip155:421614', []],
    ['USDC', 'eip155:999999', []],
  ])('in %s on %s are %j', (currency, network, symbolsFor) => {
    expect(tokensFor({ currency, network }, knownAssets).map(({ symbol }) => symbol)).toEqual(symbolsFor);
  });

  it('begin with the token of its symbol', () => {
    const tokens: Asset[] = ['USDC', 'USD'].map((symbol) => ({
      symbol,
      address: `0x${symbol}`,
      decimals: 6,
      peg: 'USD',
    }));
    const found = tokensFor({ currency: 'USD', network: 'eip155:1' }, new Map([['eip155:1', tokens]]));

    expect(found.map(({ symbol }) => symbol)).toEqual(['USD', 'USDC']);
  });
});
