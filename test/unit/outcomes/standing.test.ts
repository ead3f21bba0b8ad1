import { describe, expect, it } from 'vitest';
import type { OutcomeRecord } from '../../../src/domain/outcome.ts';
import { sellerOf, standingOf } from '../../../src/outcomes/standing.ts';
import { aFinding, aReceipt, aReply, aStatement, aTx, statedHost } from '../../fixtures/outcomes.ts';
import { timeOf, walletOf } from '../../fixtures/payments.ts';
import { aService } from '../../fixtures/services.ts';

const seller = aService({
  endpoint: `https://${statedHost}/rain`,
  x402Config: { network: 'base-sepolia', paymentAddress: walletOf(1) },
});

const standing = (...records: readonly OutcomeRecord[]) => standingOf(records, seller);
const first = (...records: readonly OutcomeRecord[]) => standing(...records).statements[0];
const day = 24 * 60;

describe('a statement', () => {
  it('counts when the payer signed it', () => {
    expect(first(aStatement(1))).toMatchObject({ uncounted: null, state: 'stands', reply: undefined });
    expect(standing(aStatement(1)).summary).toMatchObject({ payments: 1, results: { delivered: 1 } });
  });

  it.each([
    ['unsigned', [aStatement(1, { class: 'tx' })]],
    ['seller_alone', [aStatement(1, { class: 'seller', receipt: aReceipt() })]],
    ['replaced', [aStatement(1), aStatement(2, { replaces: 'statement-1' })]],
    ['payer_funded_by_payee', [aStatement(1), aFinding(1, { isFundedBySeller: true })]],
    ['refunded', [aStatement(1), aReply(1, { reply: 'refunded', isRefunded: true })]],
    ['former_seller', [aStatement(1, { host: 'weather.example.org' })]],
    ['former_seller', [aStatement(1, { wallet: walletOf(9) })]],
    ['old', [aStatement(1), aStatement(3 + 90 * day)]],
  ] as const)('does not count when it is %s', (reason, records) => {
    expect(first(...records)).toMatchObject({ uncounted: reason });
  });

  it('counts for 90 days before the newest payment that counts, whatever does not count came later', () => {
    expect(first(aStatement(1), aStatement(1 + 90 * day))).toMatchObject({ uncounted: null });
    expect(first(aStatement(1), aStatement(3 + 90 * day, { class: 'tx' }))).toMatchObject({
      uncounted: null,
    });
  });

  it('counts again when the newest finding about its payer says so', () => {
    const findings = [aFinding(1, { isFundedBySeller: true }), aFinding(1, { id: 'finding-1b' })];

    expect(first(aStatement(1), ...findings)).toMatchObject({ uncounted: null });
  });

  it('stands beside an answer that pays nothing back', () => {
    const reply = aReply(1, { reply: 'not_ours' });

    expect(first(aStatement(1, { outcome: 'nothing' }), reply)).toMatchObject({
      uncounted: null,
      state: 'stands',
      reply,
    });
  });

  it('stays refunded when its payer replaces it afterwards', () => {
    const settlement = { tx: aTx(1) };
    const records = [
      aStatement(1, { outcome: 'nothing' }),
      aReply(1, { reply: 'refunded', isRefunded: true }),
      aStatement(2, { outcome: 'wrong', replaces: 'statement-1', settlement }),
    ];

    expect(standing(...records).statements).toMatchObject([
      { uncounted: 'replaced', state: 'refunded' },
      { uncounted: 'refunded', state: 'refunded', reply: undefined },
    ]);
  });
});

describe("the seller's receipt", () => {
  const receipt = {
    ...aStatement(9, { class: 'seller', receipt: aReceipt() }),
    settlement: aStatement(1).settlement,
  };

  it.each([
    ['nothing', 'disputed'],
    ['wrong', 'disputed'],
    ['overcharged', 'stands'],
    ['duplicate', 'stands'],
    ['delivered', 'stands'],
  ] as const)('leaves a statement of %s %s', (outcome, state) => {
    expect(first(aStatement(1, { outcome }), receipt)).toMatchObject({ uncounted: null, state });
  });

  it('disputes no other payment, such as another one of the same transaction', () => {
    const other = aStatement(1, { outcome: 'nothing', settlement: { index: 1 } });

    expect(first(other, receipt)).toMatchObject({ state: 'stands' });
  });
});

describe('the payers', () => {
  it('are one cluster until somebody finds out where their money is from', () => {
    const statements = [1, 2, 3].map((n) => aStatement(n));
    const found = [aFinding(1), aFinding(2, { funders: null })];

    expect(standing(...statements).summary).toMatchObject({ payers: 3, clusters: 1 });
    expect(standing(...statements, ...found).summary).toMatchObject({ payers: 3, clusters: 2 });
  });
});

it('names host and wallet of a service as statements do', () => {
  expect(
    sellerOf({
      ...seller,
      x402Config: { ...seller.x402Config, paymentAddress: walletOf(0xab).toUpperCase().replace('X', 'x') },
    }),
  ).toEqual({ host: statedHost, wallet: walletOf(0xab) });
  expect(timeOf(0).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});
