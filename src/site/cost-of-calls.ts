import { scales } from '#texts/cost.ts';
import { separators } from '#texts/language.ts';
import { decimalOf } from '../domain/decimal.ts';

/** What many calls of a service cost: its price, and how many of them are free. */
export interface CallPrice {
  /** Exact decimal per call. */
  readonly price: string;
  readonly freeQuota: number;
}

/** The most calls that are counted: what one service could not answer in a lifetime. */
export const maxCalls = 10n ** 12n;

/** A count as people write it, maybe in thousands or millions: `1000`, `1,000`, `1 000`, `2.5k`, `1 million`. */
const count = new RegExp(
  String.raw`^(?<whole>\d{1,15}|\d{1,3}(?:[ _${separators.thousands}]\d{3}){1,4})(?:[${separators.decimal}](?<part>\d{1,6}))? ?(?<scale>[a-z]+\.?)?$`,
  'i',
);

/** A number of calls from what somebody typed; undefined unless it is a whole number from 1 to `maxCalls`. */
export function readCalls(text: string): bigint | undefined {
  const { whole, part = '', scale = '' } = count.exec(text.trim())?.groups ?? {};
  if (whole === undefined) return undefined;

  // In the other half of the world, 1.000 is a thousand.
  if (part !== '' && scale === '') return undefined;
  const unit = scale.toLowerCase();
  const zeros = unit === '' ? 0 : zerosOf(unit);
  if (zeros === undefined) return undefined;
  if (part.replace(/0+$/, '').length > zeros) return undefined;
  const calls = BigInt(whole.replaceAll(/\D/g, '') + part.slice(0, zeros).padEnd(zeros, '0'));
  return calls > 0n && calls <= maxCalls ? calls : undefined;
}

/** How many zeros a word or letter after a number stands for. */
function zerosOf(unit: string): number | undefined {
  if (scales.thousand.split(' ').includes(unit)) return 3;

  return scales.million.split(' ').includes(unit) ? 6 : undefined;
}

/** The exact cost of this many calls, after those that are free. */
export function costOf(calls: bigint, { price, freeQuota }: CallPrice): string {
  const [whole = '', fraction = ''] = price.split('.');
  const paid = calls - BigInt(freeQuota);
  const units = paid > 0n ? paid * BigInt(whole + fraction) : 0n;

  return decimalOf(String(units), fraction.length);
}
