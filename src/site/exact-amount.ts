import type { MoneyUnits } from '#texts/money.ts';
import { compareDecimal } from '../domain/decimal.ts';
import { decimalText, type Noun } from '../texts/formats.ts';

/** An exact decimal in these units: `0.4 US cents`, `2.5 euros`. */
export function amountInUnits(decimal: string, { unit, hundredth }: MoneyUnits): string {
  return compareDecimal(decimal, '1') < 0
    ? counted(movedPoint(decimal, 2), hundredth)
    : counted(movedPoint(decimal, 0), unit);
}

/** A decimal times a power of ten, as its reader writes it, without leading and trailing zeros. */
export function movedPoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction.padEnd(places, '0');
  const point = whole.length + places;

  const left = digits.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = digits.slice(point).replace(/0+$/, '');
  return decimalText(right === '' ? left : `${left}.${right}`);
}

function counted(amount: string, [one, many]: Noun): string {
  return `${amount} ${amount === '1' ? one : many}`;
}
