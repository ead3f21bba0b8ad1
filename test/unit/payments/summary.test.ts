import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import type { PayeeSum, PayerSum } from '../../../src/domain/payments.ts';
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
const shown = (payees: readonly PayeeSum[], payers = many, ownPayers = payers) =>
  summaryOf('a', { payees, payers, ownPayers }, knownAssets);

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
      buyers: 5,
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

  it.each<[string, PayerSum, number, readonly string[], number]>([
    ['a wallet that paid itself', { payers: 5, most: 4 }, 1, ['self_payments'], 4],
    ['a payer who made more than nine in ten', { payers: 2, most: 10 }, 0, ['single_payer'], 1],
    ['nobody who made exactly nine in ten', { payers: 2, most: 9 }, 0, [], 2],
    ['a wallet that only paid itself', { payers: 1, most: 10 }, 10, ['self_payments', 'single_payer'], 0],
    ['both, when they are two', { payers: 3, most: 10 }, 1, ['self_payments', 'single_payer'], 1],
  ])('flags and does not count as a buyer: %s', (_, payers, own, flags, buyers) => {
    expect(shown([sum({ own })], payers)).toMatchObject({ flags, buyers, uniquePayers: payers.payers });
  });

  it('counts only the payers of its own payments as buyers', () => {
    const payees = [sum(), sum({ id: 2, services: ['a', 'b'] })];

    expect(shown(payees, { payers: 9, most: 4 }, { payers: 3, most: 2 })).toMatchObject({ buyers: 3 });
    expect(shown(payees.slice(1), { payers: 9, most: 4 }, { payers: 0, most: 0 }).buyers).toBeNull();
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
