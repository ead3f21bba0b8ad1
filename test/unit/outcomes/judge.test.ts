import { describe, expect, it } from 'vitest';
import { faultOf } from '../../../src/outcomes/judge.ts';
import { aPeriod, aSettlement, timeOf, walletOf } from '../../fixtures/payments.ts';
import type { Outcome } from '../../../src/domain/outcome.ts';
import type { TermsPeriod } from '../../../src/domain/payments.ts';
import type { Settlement } from '../../../src/domain/settlement.ts';

const day = 24 * 60;

interface Asking {
  readonly periods?: readonly TermsPeriod[];
  readonly outcome?: Outcome;
  /** The block at whose time it is stated. */
  readonly now?: number;
}

/** A statement about a payment of 1,000 units to service `a`, which asks for that, ten minutes later. */
function fault(
  settlement: Partial<Settlement> = {},
  { periods = [aPeriod('a')], outcome = 'nothing', now = 11 }: Asking = {},
) {
  const sellers = new Set([walletOf(1), walletOf(2)]);

  return faultOf(aSettlement(settlement), { serviceId: 'a', outcome, periods, sellers, now: timeOf(now) });
}

describe('a payment', () => {
  it('can be stated about for 30 days', () => {
    expect(fault({}, { now: 1 + 30 * day })).toBeUndefined();
    expect(fault({}, { now: 2 + 30 * day })).toBe('too_old');
  });

  it.each([1, 2])('is none of a buyer when wallet %i of the seller made it', (wallet) => {
    expect(fault({ payer: walletOf(wallet) })).toBe('payer_is_payee');
  });

  it.each<[string, Partial<Settlement>, TermsPeriod[], string | undefined]>([
    ['the price', {}, [aPeriod('a')], undefined],
    ['less than the price', { units: 999n }, [aPeriod('a')], 'amount_not_asked'],
    ['more than the price', { units: 1_001n }, [aPeriod('a')], 'amount_not_asked'],
    ['less than a limit', { units: 1n }, [aPeriod('a', { isLimit: true })], undefined],
    ['nothing, below a limit', { units: 0n }, [aPeriod('a', { isLimit: true })], 'amount_not_asked'],
    [
      'a former price at its time',
      {},
      [aPeriod('a', { until: timeOf(5) }), aPeriod('a', { units: 5n, since: timeOf(5) })],
      undefined,
    ],
    [
      'a former price later',
      { block: 9 },
      [aPeriod('a', { until: timeOf(5) }), aPeriod('a', { units: 5n, since: timeOf(5) })],
      'amount_not_asked',
    ],
    [
      'the price of another service at the wallet',
      {},
      [aPeriod('a', { units: 5n }), aPeriod('b')],
      'amount_not_asked',
    ],
    ['the price of both services at the wallet', {}, [aPeriod('a'), aPeriod('b')], undefined],
  ])('of %s is judged', (_, settlement, periods, expected) => {
    expect(fault(settlement, { periods })).toBe(expected);
  });

  it.each<[string, bigint, TermsPeriod[], string | undefined]>([
    ['more than the price', 1_001n, [aPeriod('a')], undefined],
    ['less than the price', 999n, [aPeriod('a')], 'amount_not_asked'],
    ['more than a limit', 1_001n, [aPeriod('a', { isLimit: true })], undefined],
    [
      'what another service asks at the wallet',
      2_000n,
      [aPeriod('a'), aPeriod('b', { units: 2_000n })],
      'amount_not_asked',
    ],
    [
      'what another service may take at the wallet',
      1_500n,
      [aPeriod('a'), aPeriod('b', { units: 2_000n, isLimit: true })],
      'amount_not_asked',
    ],
    [
      'more than all services ask at the wallet',
      2_001n,
      [aPeriod('a'), aPeriod('b', { units: 2_000n })],
      undefined,
    ],
    [
      'more than a former price, and less than the one of its time',
      1_500n,
      [aPeriod('a', { until: timeOf(0) }), aPeriod('a', { units: 9_000n })],
      'amount_not_asked',
    ],
    ['more than a price that is declared since', 1_500n, [aPeriod('a', { since: timeOf(9) })], undefined],
    [
      'what only another service asks less than',
      1_500n,
      [aPeriod('a', { units: 9_000n }), aPeriod('b')],
      'amount_not_asked',
    ],
  ])('that is called overcharged is judged where it is %s', (_, units, periods, expected) => {
    expect(fault({ units }, { periods, outcome: 'overcharged' })).toBe(expected);
  });
});
