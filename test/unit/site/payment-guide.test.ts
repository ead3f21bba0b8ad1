import { trustEvidence } from '#texts/trust.ts';
import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import { noFacts } from '../../../src/domain/facts.ts';
import { summaryOf, unpaid } from '../../../src/payments/summary.ts';
import { trustCases, trustWeights } from '../../../src/site/payment-guide.ts';
import { trust } from '../../../src/verification/trust.ts';
import { network, usdc, walletOf } from '../../fixtures/payments.ts';

const checkedAt = new Date('2026-01-31T00:00:00.000Z');
const good = {
  standing: {
    ...noFacts.standing,
    status: 'verified',
    verdict: 'verified',
    checkedAt,
    termsSince: new Date('2025-12-02T00:00:00.000Z'),
  },
  window: { days: 30, checks: 2_880, ok: 2_880, verified: 2_880, blocked: 0, latencyMs: 864_000 },
} as const;

/** The payments that a case describes, as they would be counted: how many each wallet made. */
function countedFrom(payments: readonly number[], own = 0) {
  const total = payments.reduce((sum, each) => sum + each, 0);
  const payers = { payers: payments.length, most: Math.max(...payments) };
  const payee = {
    id: 1,
    network,
    asset: usdc,
    wallet: walletOf(1),
    services: ['a'],
    payments: total,
    units: BigInt(total),
    own,
    ...payers,
  };

  return summaryOf('a', { payees: [payee], payers, ownPayers: payers }, knownAssets);
}

const each = (wallets: number, payments: number): number[] => Array.from({ length: wallets }, () => payments);

describe('the table of cases in the guide to payments', () => {
  it.each([
    ['Not counted', noFacts.payments],
    ['Nobody paid', unpaid],
    ['Paid only by itself', countedFrom([500], 500)],
    ['Only one payer', countedFrom([500])],
    ['One main payer, a few buyers', countedFrom([950, ...each(5, 10)])],
    ['A few buyers', countedFrom(each(5, 100))],
    ['Some buyers', countedFrom(each(20, 25))],
    ['Many buyers', countedFrom(each(50, 10))],
  ])('has the score that such a service gets: %s', (title, payments) => {
    const found = trustCases.find((one) => one.title === title);
    const { score, components } = trust({ ...good, payments });

    const buyers = components.find(({ name }) => name === 'buyers');

    expect(found).toMatchObject({ now: score, evidence: buyers && trustEvidence(buyers) });
  });

  it('prints these numbers', () => {
    expect(trustCases.map(({ title, before, now }) => [title, before, now])).toEqual([
      ['Not counted', 95, 96],
      ['Nobody paid', 90, 87],
      ['Paid only by itself', 90, 87],
      ['Only one payer', 90, 87],
      ['One main payer, a few buyers', 92, 91],
      ['A few buyers', 92, 91],
      ['Some buyers', 94, 94],
      ['Many buyers', 95, 97],
    ]);
  });

  it('has the scores of trust/1 for its weights', () => {
    expect(trustWeights.map(({ name, before, weight }) => [name, before, weight])).toEqual([
      ['terms', 40, 40],
      ['availability', 30, 30],
      ['latency', 10, 10],
      ['age', 15, 10],
      ['buyers', 5, 10],
    ]);
  });
});
