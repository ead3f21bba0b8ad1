import { compareDecimal, plainDecimal } from './decimal.ts';

/* The rules for prices that vary, and how people write them in forms and commands; `varying-price.ts` makes the schemas of them. */

/** The lowest and the highest price of a request. */
export interface PriceRange {
  readonly from: string;
  readonly to: string;
}

interface Declared {
  readonly pricing: { readonly pricePerRequest: string };
  readonly price?: PriceRange | string | undefined;
}

const writtenRange = /^([\d.]+)\s*(?:to|bis|-|–)\s*([\d.]+)$/;

/** Reads `0.001 – 0.126`, also with `-`, `to` or `bis`. Every other text stays what it is: `varies`, or one that the rules refuse. */
export function readPriceRange(text: string): PriceRange | string {
  const [, from, to] = writtenRange.exec(text.trim()) ?? [];

  return from === undefined || to === undefined ? text.trim() : { from, to };
}

/** Writes a range so that it can be read again. */
export function printPriceRange({ from, to }: PriceRange): string {
  return `${from} – ${to}`;
}

/** Whether this says how a price varies. */
export function isVaryingPrice(price: PriceRange | string): boolean {
  if (typeof price === 'string') return price === 'varies';

  return plainDecimal.test(price.from) && plainDecimal.test(price.to) && isInOrder(price);
}

/** The most that a request costs as declared. */
export function highestPrice({ pricing, price }: Declared): string {
  return price === undefined || typeof price === 'string' ? pricing.pricePerRequest : price.to;
}

export function isInOrder({ from, to }: PriceRange): boolean {
  return compareDecimal(from, to) <= 0;
}

/** Whether a price is neither below nor above a range. */
export function isBetween(price: string, { from, to }: PriceRange): boolean {
  return compareDecimal(from, price) <= 0 && compareDecimal(price, to) <= 0;
}

/** Whether a number may say how many requests are free of charge. */
export function isFreeQuota(requests: number): boolean {
  return Number.isSafeInteger(requests) && requests >= 0;
}
