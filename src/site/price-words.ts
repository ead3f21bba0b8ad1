import { pegOf } from '../domain/asset.ts';
import { decimalKey, isZero } from '../domain/decimal.ts';
import { movedPoint } from './exact-amount.ts';
import { amountIn, decimalText, groupThousands } from '../texts/formats.ts';
import { peggedPrice } from './pegged-price.ts';

/** The price of 1,000 requests, exactly: only the decimal point moves. */
export function perThousand(pricePerRequest: string): string {
  return movedPoint(pricePerRequest, 3);
}

/** A price as a person would say it: `0.4 US cents`, `2.5 euros`; the plain amount for a token whose peg is not known. */
export function priceInWords(pricePerRequest: string, currency: string): string {
  return peggedPrice(pricePerRequest, currency, pegOf(currency));
}

/** A price limit as a person would write it: `$0.01`, `€0.01`, `0.01 XYZ`, or the number alone without a currency. */
export function amountText(price: string, currency: string | undefined): string {
  if (currency === undefined) return decimalText(price);

  return amountIn(pegOf(currency) ?? currency, price);
}

/** How many requests one unit of the token buys; undefined when a request is free or costs more than that. */
export function requestsForOne(pricePerRequest: string): string | undefined {
  const price = BigInt(decimalKey(pricePerRequest));
  const one = BigInt(decimalKey('1'));

  return price === 0n || price > one ? undefined : groupThousands(String(one / price));
}

export function isFree(pricePerRequest: string): boolean {
  return isZero(pricePerRequest);
}
