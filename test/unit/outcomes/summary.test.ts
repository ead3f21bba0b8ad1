import { describe, expect, it } from 'vitest';
import { noOutcomes } from '../../../src/domain/outcome.ts';
import { type CountedPayment, summarize } from '../../../src/outcomes/summary.ts';
import { aCounted, someCounted } from '../../fixtures/outcomes.ts';

/** So many payments, each by a payer of its own funding. */
const apart = (count: number, result: CountedPayment['result'], changes: Partial<CountedPayment> = {}) =>
  Array.from({ length: count }, (_, n) => aCounted(`${result} ${String(n)}`, result, changes));

const verdictOf = (...payments: readonly (readonly CountedPayment[])[]) => summarize(payments.flat()).verdict;
const shareOf = (...payments: readonly (readonly CountedPayment[])[]) => summarize(payments.flat()).delivered;

describe('a summary', () => {
  it('says nothing of no payment', () => {
    expect(summarize([])).toEqual(noOutcomes);
  });

  it('counts payments, payers and clusters, by what payers say', () => {
    const payments = [
      ...someCounted(2, 'a', 'delivered', { funders: ['x'] }),
      ...someCounted(1, 'b', 'failed', { funders: ['x'], at: '2026-02-01T00:00:00.000Z' }),
      ...someCounted(2, 'c', 'disputed'),
    ];

    expect(summarize(payments)).toEqual({
      ...{ payments: 5, payers: 3, clusters: 2, delivered: null, verdict: 'too_few' },
      ...{ results: { delivered: 2, failed: 1, disputed: 2 }, lastAt: '2026-02-01T00:00:00.000Z' },
    });
  });

  // The bounds of Wilson's interval, by hand, moved by 0.05 and never beyond 0 and 1.
  it.each([
    [5, 0, { share: 1, low: 0.5655 - 0.05, high: 1 }],
    [0, 5, { share: 0, low: 0, high: 0.4345 + 0.05 }],
    [9, 1, { share: 0.9, low: 0.5958 - 0.05, high: 1 }],
    [5, 5, { share: 0.5, low: 0.2366 - 0.05, high: 0.7634 + 0.05 }],
    [50, 50, { share: 0.5, low: 0.4038 - 0.05, high: 0.5962 + 0.05 }],
  ])('of %i delivered and %i failed payments has the interval', (delivered, failed, expected) => {
    const { share, low, high } = shareOf(apart(delivered, 'delivered'), apart(failed, 'failed')) ?? {};

    expect(share).toBe(expected.share);
    expect(low).toBeCloseTo(expected.low, 3);
    expect(high).toBeCloseTo(expected.high, 3);
  });

  it('is the same for payments of any size in any currency, as long as all are alike', () => {
    const payments = [...apart(7, 'delivered'), ...apart(3, 'failed')];
    const others = payments.map((each) => ({ ...each, amount: 5_000, currency: 'JPY' }));

    expect(summarize(others)).toEqual(summarize(payments));
  });
});

describe('the verdict', () => {
  it.each([
    ['delivers', 5, 0],
    ['delivers', 18, 2],
    ['mixed', 17, 3],
    ['mixed', 10, 10],
    ['fails', 0, 5],
    ['fails', 10, 40],
  ])('is %s for %i delivered and %i failed payments', (expected, delivered, failed) => {
    expect(verdictOf(apart(delivered, 'delivered'), apart(failed, 'failed'))).toBe(expected);
  });

  it('says nothing of four payments, or of two clusters', () => {
    expect(verdictOf(apart(4, 'failed'))).toBe('too_few');
    expect(verdictOf(someCounted(50, 'a', 'failed'), someCounted(50, 'b', 'failed'))).toBe('too_few');
  });

  it('takes no more than three payments of one cluster, however many wallets it has', () => {
    const crowd = apart(50, 'failed', { funders: ['x'] });

    expect(summarize([...apart(7, 'delivered'), ...crowd])).toMatchObject({
      payments: 57,
      delivered: { share: 0.7 },
    });
  });

  it.each([5, 12, 40])('is that of the others where one cluster dissents from %i payments', (count) => {
    const crowd = apart(50, 'failed', { funders: ['x'] });

    expect(verdictOf(apart(count, 'delivered'), crowd)).toBe('delivers');
    expect(verdictOf(apart(count, 'failed'), someCounted(50, 'own', 'delivered'))).toBe('fails');
  });

  it('says nothing where those who remain without a dissenting cluster are too few', () => {
    const honest = [...someCounted(3, 'a', 'delivered'), ...someCounted(3, 'b', 'delivered')];

    expect(verdictOf(honest, someCounted(3, 'c', 'failed'))).toBe('too_few');
  });

  it('weighs what is smaller than usual by how much smaller it is', () => {
    const usual = apart(9, 'delivered');

    expect(shareOf(usual, apart(1, 'failed', { amount: 0.005 }))?.share).toBeCloseTo(9 / 9.5, 3);
    expect(shareOf(usual, apart(1, 'failed', { amount: 50 }))?.share).toBeCloseTo(9 / 10, 3);
  });

  it('lets nobody weigh down most of the others by large payments, or by a currency of its own', () => {
    const large = apart(8, 'delivered', { amount: 1_000 });

    expect(verdictOf(apart(5, 'failed'), large)).toBe('mixed');
    expect(verdictOf(apart(5, 'failed'), apart(20, 'delivered', { amount: 1e9, currency: 'OWN' }))).toBe(
      'mixed',
    );
  });

  it('is whole numbers of payments again where each is of nothing', () => {
    expect(shareOf(apart(5, 'delivered', { amount: 0 }))?.share).toBe(1);
  });
});

describe('what the seller disputes', () => {
  it('counts half, as failed below and as delivered above', () => {
    const share = shareOf(apart(8, 'delivered'), someCounted(2, 'a', 'disputed'));

    expect(share?.share).toBe(0.9);
    expect(share?.low).toBeCloseTo(0.4902 - 0.05, 3);
    expect(share?.high).toBe(1);
  });

  it('is failed where payers of three clusters deny its receipts', () => {
    expect(verdictOf(apart(5, 'disputed'))).toBe('fails');
    expect(shareOf(apart(5, 'delivered'), apart(2, 'disputed'))?.share).toBeCloseTo(6 / 7, 3);
    expect(shareOf(apart(5, 'delivered'), apart(3, 'disputed'))?.share).toBeCloseTo(5 / 8, 3);
  });
});
