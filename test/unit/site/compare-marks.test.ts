import { describe, expect, it } from 'vitest';
import { type Figures, marksOf } from '../../../src/site/compare-marks.ts';

const unknown: Figures = { price: null, averageMs: null, payments: null };
const costing = (amount: string, unit = 'USD'): Figures => ({ ...unknown, price: { amount, unit } });
const fast = (averageMs: number | null): Figures => ({ ...unknown, averageMs });
const used = (payments: number | null): Figures => ({ ...unknown, payments });

describe('the marks of a comparison', () => {
  it('go to the lowest price, compared as decimals', () => {
    expect(marksOf([costing('0.10'), costing('0.09'), costing('1')]).cheapest).toEqual([false, true, false]);
  });

  it('go to all that tie', () => {
    expect(marksOf([costing('0.1'), costing('0.100'), costing('2')]).cheapest).toEqual([true, true, false]);
    expect(marksOf([fast(5), fast(5)]).fastest).toEqual([true, true]);
  });

  it('go to no price where the units differ', () => {
    expect(marksOf([costing('0.1'), costing('0.2', 'EUR')]).cheapest).toEqual([false, false]);
  });

  it('leave out what is not known', () => {
    expect(marksOf([fast(null), fast(90), fast(80)]).fastest).toEqual([false, false, true]);
  });

  it('go to nobody where nothing else is known', () => {
    expect(marksOf([unknown, unknown])).toEqual({
      cheapest: [false, false],
      fastest: [false, false],
      mostUsed: [false, false],
    });
    expect(marksOf([fast(90), fast(null)]).fastest).toEqual([false, false]);
    expect(marksOf([costing('0.1')]).cheapest).toEqual([false]);
  });

  it('go to the most payments, unless there are none', () => {
    expect(marksOf([used(3), used(12), used(0)]).mostUsed).toEqual([false, true, false]);
    expect(marksOf([used(0), used(0)]).mostUsed).toEqual([false, false]);
  });
});
