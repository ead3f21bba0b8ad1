/** The price of 1,000 requests: the decimal point is moved and nothing is rounded. */
export function perThousand(pricePerRequest: string): string {
  const [whole = '', fraction = ''] = pricePerRequest.split('.');
  const digits = whole + fraction.padEnd(3, '0');
  const point = whole.length + 3;

  const left = groupThousands(digits.slice(0, point).replace(/^0+(?=\d)/, ''));
  const right = digits.slice(point).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}

export function isFree(pricePerRequest: string): boolean {
  return /^[0.]+$/.test(pricePerRequest);
}

/** Whole numbers as people read them: `1,234,567`. */
export function groupThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
}
