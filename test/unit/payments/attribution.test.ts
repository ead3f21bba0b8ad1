import { describe, expect, it } from 'vitest';
import type { TermsPeriod } from '../../../src/domain/payments.ts';
import { servicesPaidBy } from '../../../src/payments/attribution.ts';
import { aPeriod, aSettlement, timeOf } from '../../fixtures/payments.ts';

const paid = (periods: readonly TermsPeriod[], units = 1_000n, block = 10) =>
  servicesPaidBy(aSettlement({ units, block }), periods);

describe('a payment belongs to the service of its wallet', () => {
  it.each<[string, TermsPeriod, boolean]>([
    ['that asks for its amount', aPeriod('a'), true],
    ['that asked for it then', aPeriod('a', { since: timeOf(5), until: timeOf(15) }), true],
    ['whose check saw that price then', aPeriod('a', { source: 'observed', since: timeOf(5) }), true],
    ['that was listed only later', aPeriod('a', { since: timeOf(20) }), true],
    ['whose limit it does not exceed', aPeriod('a', { units: 5_000n, isLimit: true }), true],
    ['and not to one that asks for another amount', aPeriod('a', { units: 999n }), false],
    ['and not to one whose limit it exceeds', aPeriod('a', { units: 999n, isLimit: true }), false],
    ['and not to one that asked for it before', aPeriod('a', { until: timeOf(9) }), false],
    [
      'and not to one that asked for it for some time later',
      aPeriod('a', { since: timeOf(11), until: timeOf(12) }),
      false,
    ],
    [
      'and not to one whose check saw that price only later',
      aPeriod('a', { source: 'observed', since: timeOf(11) }),
      false,
    ],
  ])('%s', (_, period, isItsOwn) => {
    expect(paid([period])).toEqual(isItsOwn ? ['a'] : []);
  });

  it('by its price, where several share the wallet', () => {
    const periods = [aPeriod('a'), aPeriod('b', { units: 2_000n })];

    expect(paid(periods)).toEqual(['a']);
    expect(paid(periods, 2_000n)).toEqual(['b']);
    expect(paid(periods, 3_000n)).toEqual([]);
  });

  it('to all that ask for the same price', () => {
    expect(paid([aPeriod('b'), aPeriod('a'), aPeriod('a', { source: 'observed' })])).toEqual(['a', 'b']);
  });

  it('to all that asked for its amount when its block ended', () => {
    const listed = (afterMs: number) => aPeriod('b', { since: new Date(timeOf(10).getTime() + afterMs) });

    expect(paid([aPeriod('a'), listed(12_000)])).toEqual(['a', 'b']);
    expect(paid([aPeriod('a'), listed(12_001)])).toEqual(['a']);
  });

  it('to the one that asks for exactly its amount, though another names a limit', () => {
    expect(
      paid([aPeriod('a'), aPeriod('b', { source: 'observed', units: 10n ** 78n, isLimit: true })]),
    ).toEqual(['a']);
  });

  it('to the one that asked for it then, though another does now', () => {
    const before = aPeriod('a', { until: timeOf(15) });
    const now = aPeriod('b', { since: timeOf(15) });

    expect(paid([before, now])).toEqual(['a']);
    expect(paid([before, now], 1_000n, 15)).toEqual(['b']);
  });
});
