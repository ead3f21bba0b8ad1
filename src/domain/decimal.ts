/** A key whose code-unit order is the numeric order of the decimals: 12 integer digits, then 18 fraction digits. */
export function decimalKey(value: string): string {
  const [whole = '', fraction = ''] = value.split('.');

  return whole.padStart(12, '0') + fraction.padEnd(18, '0');
}

/** Exact order of two decimals written as `PricePerRequest` allows: negative, zero or positive. */
export function compareDecimal(a: string, b: string): number {
  const [left, right] = [decimalKey(a), decimalKey(b)];

  if (left === right) return 0;
  return left < right ? -1 : 1;
}
