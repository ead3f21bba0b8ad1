import { describe, expect, it } from 'vitest';
import type { FieldComparison } from '../../../src/domain/payment-terms.ts';
import { knownAssets } from '../../../src/domain/asset.ts';
import { payableTerms } from '../../../src/site/payable-terms.ts';
import { knownService } from '../../../src/views/known-service.ts';
import { anEntry } from '../../fixtures/services.ts';

const wallet = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const usdc = '0x036CbD53842c5426634e7929541eC2318f3dCF7e';

interface Declared {
  network?: string;
  currency?: string;
  price?: string;
}

function known({ network = 'base-sepolia', currency = 'USDC', price = '0.001' }: Declared, ...live: Live[]) {
  const entry = anEntry({
    pricing: { currency, pricePerRequest: price },
    x402Config: { network, paymentAddress: wallet },
  });

  return knownService(entry, live.map(compared));
}

type Live = [field: FieldComparison['field'], observed: string, match: boolean | null];

function compared([field, observed, match]: Live): FieldComparison {
  return { field, declared: null, observed, match };
}

function termsOf(...args: Parameters<typeof known>) {
  const payable = payableTerms(known(...args), knownAssets);
  if ('reason' in payable) throw new Error(payable.reason);

  return payable.terms;
}

describe('what a page offers to pay', () => {
  it('is what its owner declares, until live terms were read', () => {
    expect(termsOf({ price: '0.0010' })).toEqual({
      family: 'eip155',
      network: 'eip155:84532',
      networkOfV1: 'base-sepolia',
      networkTitle: 'Base Sepolia',
      payTo: wallet,
      asset: usdc,
      symbol: 'USDC',
      price: '0.0010',
      amount: '1000',
    });
  });

  it('is the live price where it differs', () => {
    expect(termsOf({}, ['price', '2.5', false], ['asset', 'USDC', true])).toMatchObject({
      price: '2.5',
      amount: '2500000',
      asset: usdc,
    });
  });

  it.each([
    ['base', 'EURC', '1', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', '1000000'],
    ['base', 'EUR', '1', '0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42', '1000000'],
    ['base', 'USD', '1', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '1000000'],
    ['bsc', 'USDC', '0.01', '0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d', '10000000000000000'],
    ['megaeth', 'MEGAUSD', '1', '0xFAfDdbb3FC7688494971a79cc65DCa3EF82079E7', '1000000000000000000'],
    ['solana', 'USDC', '0.01', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', '10000'],
  ])('is on %s, for %s, %s in the token %s: %s units', (network, currency, price, asset, amount) => {
    expect(termsOf({ network, currency, price })).toMatchObject({ asset, amount });
  });

  it('is in the live token where it differs', () => {
    const terms = termsOf({ network: 'base' }, ['asset', 'EURC', false], ['price', '0.5', false]);

    expect(terms).toMatchObject({ symbol: 'EURC', price: '0.5', amount: '500000' });
  });

  it('is in the live token of several with the declared peg', () => {
    expect(termsOf({ network: 'celo', currency: 'USD' }, ['asset', 'USDT', true])).toMatchObject({
      symbol: 'USDT',
    });
  });

  it('is rounded down to whole units, because it is a limit', () => {
    expect(termsOf({ price: '0.0000019' }).amount).toBe('1');
  });
});

describe('a page offers no payment', () => {
  const inactive = { ...known({}), state: 'down' as const };

  it.each([
    [
      'to a wallet other than the declared one',
      known({}, ['payTo', `0x${'1'.repeat(40)}`, false]),
      'a different wallet',
    ],
    ['to a service that is down, even if it answers something', inactive, 'no readable payment terms'],
    [
      'to a service that asks for it by another protocol',
      { ...known({}), reason: 'other_rails' as const, rails: 'MPP (tempo, charge)' },
      'other protocols: MPP (tempo, charge).',
    ],
    ['to a service that is free', known({ price: '0.00' }), 'asks for no payment'],
    ['to a service that is free by its live terms', known({}, ['price', '0', false]), 'asks for no payment'],
    ['on a network without clients', known({ network: 'stellar:testnet' }), 'not on Stellar Testnet'],
    ['in a token that the network lacks', known({ currency: 'PYUSD' }), 'contract of its token'],
    ['on a chain with no known tokens', known({ network: 'eip155:424242' }), 'contract of its token'],
    [
      'in a live token that is not known',
      known({}, ['asset', `0x${'2'.repeat(40)}`, null]),
      'contract of its token',
    ],
    ['below the smallest unit', known({ price: '0.0000001' }), 'smallest amount of USDC'],
  ])('%s, and says why', (_case, service, sentence) => {
    expect(payableTerms(service, knownAssets)).toMatchObject({
      reason: expect.stringContaining(sentence) as string,
    });
  });
});
