import { compareDecimal } from '../domain/decimal.ts';
import { groupThousands } from '../texts/formats.ts';

/** What a currency counts in, each in singular and plural. */
export interface MoneyUnits {
  readonly unit: readonly [string, string];
  readonly hundredth: readonly [string, string];
}

/** An exact decimal in these units: `0.4 US cents`, `2.5 euros`. */
export function amountInUnits(decimal: string, { unit, hundredth }: MoneyUnits): string {
  return compareDecimal(decimal, '1') < 0
    ? counted(movedPoint(decimal, 2), hundredth)
    : counted(movedPoint(decimal, 0), unit);
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
