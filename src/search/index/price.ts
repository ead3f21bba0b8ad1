import { decimalKey } from '../../domain/decimal.ts';

/** Digits that a double holds exactly. */
const digits = 15;

/** A decimal price in two whole numbers: 12 digits before the point and 3 after it, then the other 15. Exact where a float is not. */
export type ExactPrice = readonly [high: number, low: number];

export function exactPrice(decimal: string): ExactPrice {
  const key = decimalKey(decimal);

  return [Number(key.slice(0, digits)), Number(key.slice(digits))];
}

/** Where prices are divided to be counted: a tenth of a cent, a cent, ten cents, and one. Most are below the first two. */
export const priceSteps = ['0.001', '0.01', '0.1', '1'] as const;
const exactSteps = priceSteps.map(exactPrice);

/** Place of the first step that a price does not exceed; one more than the last place when it exceeds all. */
export function priceStepOf([high, low]: ExactPrice): number {
  const step = exactSteps.findIndex(([upTo, upToLow]) => high < upTo || (high === upTo && low <= upToLow));

  return step === -1 ? priceSteps.length : step;
}
