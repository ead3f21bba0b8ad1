import { compareDecimal, decimalKey } from '../domain/decimal.ts';

/** The price of 1,000 requests: the decimal point is moved and nothing is rounded. */
export function perThousand(pricePerRequest: string): string {
  return movedPoint(pricePerRequest, 3);
}

/** Tokens that are worth a dollar each, as far as words go. */
const dollars = new Set(['USDC', 'USDT', 'PYUSD', 'USDG', 'CASH', 'mUSD', 'USD']);

/** A price as one would say it: `0.4 US cents`, `2.5 dollars`; as it was written where the token is no dollar. */
export function priceInWords(pricePerRequest: string, currency: string): string {
  if (isFree(pricePerRequest)) return 'nothing';
  if (!dollars.has(currency)) return `${movedPoint(pricePerRequest, 0)} ${currency}`;

  return compareDecimal(pricePerRequest, '1') < 0
    ? singular(movedPoint(pricePerRequest, 2), 'US cent')
    : singular(movedPoint(pricePerRequest, 0), 'US dollar');
}

/** A highest price as a person says it: `$0.01`, or `0.01 EURC`. */
export function amountText(price: string, currency: string | undefined): string {
  return currency === undefined || dollars.has(currency) ? `$${price}` : `${price} ${currency}`;
}

/** Whole requests that one unit of the token pays for; undefined when a request costs more than that, or nothing. */
export function requestsForOne(pricePerRequest: string): string | undefined {
  const price = BigInt(decimalKey(pricePerRequest));
  const one = BigInt(decimalKey('1'));

  return price === 0n || price > one ? undefined : groupThousands(String(one / price));
}

export function isFree(pricePerRequest: string): boolean {
  return /^[0.]+$/.test(pricePerRequest);
}

/** Whole numbers as people read them: `1,234,567`. */
export function groupThousands(digits: string | number): string {
  return String(digits).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A decimal times a power of ten, without needless zeros. */
function movedPoint(decimal: string, places: number): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole + fraction.padEnd(places, '0');
  const point = whole.length + places;

  const left = groupThousands(digits.slice(0, point).replace(/^0+(?=\d)/, ''));
  const right = digits.slice(point).replace(/0+$/, '');
  return right === '' ? left : `${left}.${right}`;
}

function singular(amount: string, unit: string): string {
  return `${amount} ${unit}${amount === '1' ? '' : 's'}`;
}
