import { freePrice, pegUnits } from '#texts/money.ts';
import type { Peg } from '../domain/asset.ts';
import { isZero } from '../domain/decimal.ts';
import { amountInUnits, movedPoint } from './exact-amount.ts';

/*
 * Prices in the currency that their token is pegged to. Which peg a token has stands in a large table, so this is an argument: pages pass it to browsers.
 */

export function isPeg(text: string): text is Peg {
  return Object.hasOwn(pegUnits, text);
}

/** A price as a person would say it: `0.4 US cents`, `2.5 euros`; the plain amount for a token whose peg is not known. */
export function peggedPrice(pricePerRequest: string, currency: string, peg: Peg | undefined): string {
  if (isZero(pricePerRequest)) return freePrice.text;
  if (!peg) return `${movedPoint(pricePerRequest, 0)} ${currency}`;

  return amountInUnits(pricePerRequest, peg);
}
