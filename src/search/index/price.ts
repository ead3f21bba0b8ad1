import { decimalKey } from '../../domain/money.ts';

/** Digits that a double holds exactly. */
const digits = 15;

/** A decimal price in two whole numbers: 12 digits before the point and 3 after it, then the other 15. Exact where a float is not. */
export type ExactPrice = readonly [high: number, low: number];

export function exactPrice(decimal: string): ExactPrice {
  const key = decimalKey(decimal);

  return [Number(key.slice(0, digits)), Number(key.slice(digits))];
}

export function comparePrices([high, low]: ExactPrice, [otherHigh, otherLow]: ExactPrice): number {
  return high - otherHigh || low - otherLow;
}
