import { expect, it } from 'vitest';
import { checksLabel, deliveredLabel, hasWholeDay, statedPayments } from '../../../src/site/evidence.ts';
import { noOutcomes } from '../../../src/domain/outcome.ts';

it.each([
  [null, null],
  [[1, 24, 24], '24 of 24 checks so far'],
  [[1, 1, 0], '0 of 1 check so far'],
  [[2, 2, 2], '2 of 2 checks so far'],
  [[3, 60, 60], '100 % in 3 days'],
  [[30, 720, 702], '97.5 % in 30 days'],
] as const)('gives a share of answered checks only once a whole day was measured: %j', (counted, label) => {
  expect(checksLabel(counted)).toBe(label);
  expect(hasWholeDay(counted)).toBe(label?.includes('%') ?? false);
});

it('says of how many payments buyers say that they delivered', () => {
  const outcomes = { ...noOutcomes, payments: 43, results: { delivered: 41, failed: 2, disputed: 0 } };

  const label = { text: 'Delivered 41 of 43', fails: false };

  expect(deliveredLabel(statedPayments({ outcomes }))).toEqual(label);
  expect(deliveredLabel(statedPayments({ outcomes: { ...outcomes, verdict: 'fails' } }))).toEqual({
    ...label,
    fails: true,
  });
  expect(deliveredLabel(statedPayments({ outcomes: noOutcomes }))).toBeNull();
});
