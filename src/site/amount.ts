import type { Amount, KnownService, KnownTerm } from '../views/known-service.ts';

/** The parts of a known service that determine its price. */
export interface KnownAmount extends Pick<KnownService, 'asked'> {
  readonly price: Pick<KnownTerm, 'declared'>;
  readonly token: Pick<KnownTerm, 'declared'>;
}

/** The price to show: the one that a buyer will be asked for, or the declared one where the live token is unknown. */
export function amountOf({ asked, price, token }: KnownAmount): Amount {
  return asked ?? { price: price.declared, currency: token.declared };
}

/** The note beside a price that is not simply the declared one. */
export function amountNote({ asked, price, token }: KnownAmount): string | null {
  if (asked === null) return 'declared; the live token is not known';

  const isDeclared = asked.price === price.declared && asked.currency === token.declared;
  return isDeclared ? null : `declared ${price.declared} ${token.declared}`;
}

/** A price in two parts, so that lists can align it at the decimal point: `12` and `.5`, or `12` and nothing. */
export function priceParts(price: string): [whole: string, fraction: string] {
  const point = price.indexOf('.');

  return point === -1 ? [price, ''] : [price.slice(0, point), price.slice(point)];
}
