/** The syntax of `PricePerRequest`: at most 12 digits, and at most 18 after the point. */
export const plainDecimal = /^\d{1,12}(\.\d{1,18})?$/;

/** Sorts behind every price that can be declared. */
const beyond = '9'.repeat(30);

/**
 * A string key that sorts decimals numerically: 12 integer digits, then 18 fraction digits. A live price may have more of either: all with
 * more integer digits count as equal, and further fraction digits do not count.
 */
export function decimalKey(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');

  return whole.length > 12 ? beyond : whole.padStart(12, '0') + fraction.padEnd(18, '0').slice(0, 18);
}

/** Compares two decimals in the syntax of `PricePerRequest` exactly. Returns a negative number, zero or a positive one. */
export function compareDecimal(a: string, b: string): number {
  const [left, right] = [decimalKey(a), decimalKey(b)];

  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** A decimal without leading and trailing zeros, so that equal decimals are equal strings. */
export function shortestDecimal(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');
  const digits = fraction.replace(/0+$/, '');

  return whole.replace(/^0+(?=\d)/, '') + (digits === '' ? '' : `.${digits}`);
}

/** Whether a decimal is zero, however it is written. */
export function isZero(value: string): boolean {
  return /^[0.]+$/.test(value);
}

/** The decimal that a whole number of atomic units stands for: `12300` of a token with 4 decimals is `1.23`. */
export function decimalOf(units: string, decimals: number): string {
  const digits = units.padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');

  return fraction === '' ? whole : `${whole}.${fraction}`;
}

/** The whole number of atomic units that a decimal stands for; undefined when the token is not divisible enough. */
export function unitsOf(decimal: string, decimals: number): bigint | undefined {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = fraction.replace(/0+$/, '');

  return digits.length > decimals ? undefined : BigInt(whole + digits.padEnd(decimals, '0'));
}
