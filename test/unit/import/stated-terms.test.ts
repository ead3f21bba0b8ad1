import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { statedTerms } from '../../../src/import/stated-terms.ts';
import { wallet } from '../../fixtures/registrations.ts';

const onBase = { network: 'base', payTo: wallet };
const read = (item: object): unknown => statedTerms(item, knownAssets);

describe('the terms that an entry states', () => {
  it.each<readonly [why: string, item: object, amount: string]>([
    ['in dollars', { ...onBase, price: '$0.01' }, '10000'],
    ['as a number', { ...onBase, price: 0.0025 }, '2500'],
    ['with the symbol of a token', { ...onBase, price: '0.01 USDC per request' }, '10000'],
    ['with a slash', { ...onBase, price: '$0.01/request' }, '10000'],
    ['for what one request gives', { ...onBase, price: '$0.01 per image' }, '10000'],
    ['with a network', { ...onBase, price: '0.01 USDC (on Base)' }, '10000'],
    ['with the currency first', { ...onBase, price: 'USD 0.01' }, '10000'],
    ['in an object', { ...onBase, price: { amount: '0.05', currency: 'USD' } }, '50000'],
    ['in atomic units', { ...onBase, maxAmountRequired: '10000' }, '10000'],
    ['in atomic units, as a number', { ...onBase, priceAtomic: 10000 }, '10000'],
    ['on a network by its title', { ...onBase, network: 'Base Mainnet', price_usd: '0.1' }, '100000'],
    ['on one of several networks', { payTo: wallet, networks: ['eip155:8453'], price: 1 }, '1000000'],
    ['on a chain by its number', { payTo: wallet, chainId: 8453, price: '0.5' }, '500000'],
    [
      'as a registration does',
      {
        pricing: { currency: 'USDC', pricePerRequest: '0.002' },
        x402Config: { network: 'base', paymentAddress: wallet },
      },
      '2000',
    ],
  ])('are read %s', (_why, item, amount) => {
    expect(read(item)).toMatchObject({ network: 'eip155:8453', payTo: wallet, amount });
  });

  it('are those of a test network where it is named by its title', () => {
    expect(read({ network: 'Base Sepolia', payTo: wallet, price: '$1' })).toMatchObject({
      network: 'eip155:84532',
    });
  });

  it.each<readonly [why: string, item: object]>([
    ['lacks a wallet', { network: 'base', price: '$0.01' }],
    ['lacks a network', { payTo: wallet, price: '$0.01' }],
    ['names an unknown network', { ...onBase, network: 'moon', price: '$0.01' }],
    ['lacks a price', onBase],
    ['has a price that may be in atomic units', { ...onBase, price: 10000 }],
    ['has a price with a comma', { ...onBase, price: '$1,000' }],
    ['has a price in cents', { ...onBase, price: '1¢' }],
    ['has a range of prices', { ...onBase, price: '$0.01-$0.05' }],
    ['has a range of prices in words', { ...onBase, price: '0.001 to 0.126 USDC' }],
    ['has a price of many tokens', { ...onBase, price: '$0.01/1k tokens' }],
    ['has a price for a month', { ...onBase, price: '$10/month' }],
    ['has a monthly price', { ...onBase, price: '$5 monthly' }],
    ['has a price for each token', { ...onBase, price: '0.000002 USDC per token' }],
    ['has a price for a size', { ...onBase, price: '$1 per GB' }],
    ['has a price in words', { ...onBase, price: 'on request' }],
    ['is paid in an unknown token', { ...onBase, price: '5 DOGE' }],
    ['has a finer price than its token', { ...onBase, price: '0.0000001' }],
  ])('are not made up for an entry that %s', (_why, item) => {
    expect(read(item)).toBeUndefined();
  });
});
