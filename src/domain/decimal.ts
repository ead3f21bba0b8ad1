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
