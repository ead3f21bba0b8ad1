/** A string key that sorts decimals numerically: 12 integer digits, then 18 fraction digits. */
export function decimalKey(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');

  return whole.padStart(12, '0') + fraction.padEnd(18, '0');
}

/** Compares two decimals in the syntax of `PricePerRequest` exactly. Returns a negative number, zero or a positive one. */
export function compareDecimal(a: string, b: string): number {
  const [left, right] = [decimalKey(a), decimalKey(b)];

  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** An amount in a token's smallest units as a decimal of whole tokens, without zeros at its end. */
export function decimalOfUnits(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  const fraction = digits.slice(point).replace(/0+$/, '');

  return fraction === '' ? digits.slice(0, point) : `${digits.slice(0, point)}.${fraction}`;
}
