import { pegUnits } from '#texts/money.ts';
import type { Peg } from '../domain/asset.ts';
import { compareDecimal } from '../domain/decimal.ts';
import { decimalText } from '../texts/formats.ts';

/** An exact decimal in what its token is pegged to: `0.4 US cents`, `2.5 euros`. */
export function amountInUnits(decimal: string, peg: Peg): string {
  const { unit, hundredth } = pegUnits[peg];

  return compareDecimal(decimal, '1') < 0
    ? hundredth({ count: shifted(decimal, 2) })
    : unit({ count: shifted(decimal, 0) });
}

/** A decimal times a power of ten, as its reader writes it, without leading and trailing zeros. */
export function movedPoint(decimal: string, places: number): string {
  return decimalText(shifted(decimal, places));
}

function shifted(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction.padEnd(places, '0');
  const point = whole.length + places;

  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = digits.slice(point).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}
