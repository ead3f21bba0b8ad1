import type { Peg } from '../domain/asset.ts';
import { compareDecimal, isZero } from '../domain/decimal.ts';
import { groupThousands } from './formats.ts';

/*
 * Prices in the currency that their token is pegged to. Which peg a token has stands in a large table, so this takes it: browsers are told.
 */

export const pegWords: Readonly<
  Record<Peg, { sign: string; unit: readonly [string, string]; hundredth: readonly [string, string] }>
> = {
  USD: { sign: '$', unit: ['US dollar', 'US dollars'], hundredth: ['US cent', 'US cents'] },
  EUR: { sign: '€', unit: ['euro', 'euros'], hundredth: ['euro cent', 'euro cents'] },
};

export function isPeg(text: string): text is Peg {
  return Object.hasOwn(pegWords, text);
}

/** A price as a person would say it: `0.4 US cents`, `2.5 euros`; the plain amount for a token whose peg is not known. */
export function peggedPrice(pricePerRequest: string, currency: string, peg: Peg | undefined): string {
  if (isZero(pricePerRequest)) return 'nothing';
  if (!peg) return `${movedPoint(pricePerRequest, 0)} ${currency}`;

  return compareDecimal(pricePerRequest, '1') < 0
    ? counted(movedPoint(pricePerRequest, 2), pegWords[peg].hundredth)
    : counted(movedPoint(pricePerRequest, 0), pegWords[peg].unit);
}

/** A decimal times a power of ten, without leading and trailing zeros. */
export function movedPoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction.padEnd(places, '0');
  const point = whole.length + places;

  const left = groupThousands(digits.slice(0, point).replace(/^0+(?=\d)/, ''));
  const right = digits.slice(point).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}

function counted(amount: string, [one, many]: readonly [string, string]): string {
  return `${amount} ${amount === '1' ? one : many}`;
}
