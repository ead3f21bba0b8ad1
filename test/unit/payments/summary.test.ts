import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { noBuyers } from '../../../src/domain/facts.ts';
import type { BuyerSum, PayeeSum, PayerSum } from '../../../src/domain/payments.ts';
import { addsUp, revenueOf, summaryOf, unpaid } from '../../../src/payments/summary.ts';
import { network, usdc, walletOf } from '../../fixtures/payments.ts';

const sum = (changes: Partial<PayeeSum> = {}): PayeeSum => ({
  id: 1,
  network,
  asset: usdc,
  wallet: walletOf(1),
  services: ['a'],
  payments: 10,
  units: 10_000n,
  payers: 5,
  most: 4,
  own: 0,
  ...changes,
});
const many: PayerSum = { payers: 5, most: 4 };
const buyer = (changes: Partial<BuyerSum> = {}): BuyerSum => ({
  serviceId: 'a',
  network,
  asset: usdc,
  funding: 'independent',
  subject: '',
  wallets: 3,
  paid: 34.5,
  weight: 2.25,
  ...changes,
});
const shown = (payees: readonly PayeeSum[], payers = many, buyers: readonly BuyerSum[] = []) =>
  summaryOf('a', { payees, payers, buyers }, knownAssets);

describe('what a service shows of its payments', () => {
  it('is the number, the exact sum and the payers', () => {
    expect(shown([sum()])).toEqual({
      attribution: 'service',
      sharedWith: 0,
      txCount: 10,
      revenue: '0.01',
      uniquePayers: 5,
      largestPayerShare: 0.4,
      flags: [],
      buyers: noBuyers,
    });
  });

  it('is nothing before the first payment', () => {
    expect(shown([], { payers: 0, most: 0 })).toEqual(unpaid);
  });

  it('is those of the wallet, when others report the same', () => {
    const shared = sum({ services: ['a', 'b', 'c'], payments: 2, units: 2_000n });

    expect(shown([sum(), shared])).toMatchObject({
      attribution: 'wallet',
      sharedWith: 2,
      txCount: 12,
      revenue: '0.012',
    });
  });

  it('is exact beyond the numbers of JavaScript', () => {
    const units = 2n ** 53n + 1n;

    expect(shown([sum({ units }), sum({ units: 1n })]).revenue).toBe('9007199254.740994');
  });

  it('adds tokens of other decimals exactly', () => {
    const bsc = sum({ network: 'eip155:56', asset: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', units: 1n });

    expect(shown([sum(), bsc])).toMatchObject({ txCount: 20, revenue: '0.010000000000000001' });
  });

  it.each<[string, PayerSum, number, readonly string[]]>([
    ['a wallet that paid itself', { payers: 5, most: 4 }, 1, ['self_payments']],
    ['a payer who made more than nine in ten', { payers: 2, most: 10 }, 0, ['single_payer']],
    ['nobody who made exactly nine in ten', { payers: 2, most: 9 }, 0, []],
    ['a wallet that only paid itself', { payers: 1, most: 10 }, 10, ['self_payments', 'single_payer']],
  ])('flags: %s', (_, payers, own, flags) => {
    expect(shown([sum({ own })], payers)).toMatchObject({ flags, uniquePayers: payers.payers });
  });

  it('counts as buyers only wallets that the seller did not fund', () => {
    const sums = [buyer(), buyer({ funding: 'funded' }), buyer({ funding: 'unknown', wallets: 2 })];

    expect(shown([sum()], many, sums).buyers).toEqual({
      wallets: 3,
      paid: 34.5,
      weight: 2.25,
      funded: 3,
      unknown: 2,
    });
  });

  it('adds up the buyers of several tokens, the same in any order', () => {
    const sums = [buyer({ paid: 0.1 }), buyer({ paid: 0.2 }), buyer({ paid: 0.3 })];

    expect(shown([sum()], many, sums).buyers).toMatchObject({ wallets: 9, paid: 0.6 });
    expect(shown([sum()], many, sums.toReversed())).toEqual(shown([sum()], many, sums));
  });

  it('has no buyers where all payments are those of a shared wallet', () => {
    expect(shown([sum({ services: ['a', 'b'] })]).buyers).toBeNull();
    expect(shown([sum({ services: ['a', 'b'] }), sum({ payments: 0 })]).buyers).toBeNull();
  });

  it('has the buyers who are known to be its own though another service declares its wallet', () => {
    expect(shown([sum({ services: ['a', 'b'] })], many, [buyer()]).buyers).toMatchObject({ wallets: 3 });
  });
});

describe('a token', () => {
  it.each([
    ['USDC', 'USDC', true],
    ['USDC', 'USD', true],
    ['USDC', 'USDT', true],
    ['USDC', 'EURC', false],
    ['USDC', 'EUR', false],
  ])('in %s adds up with %s: %s', (symbol, currency, does) => {
    const token = knownAssets.get('eip155:8453')?.find((each) => each.symbol === symbol);

    expect(addsUp(token, currency)).toBe(does);
  });
});

describe('a sum of payments', () => {
  it('is zero in a token that is not known any more', () => {
    expect(revenueOf([], knownAssets)).toBe('0');
  });
});
