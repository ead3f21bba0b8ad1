import { separators } from '#texts/language.ts';
import { unknownTokenNote, variesBetween, variesNote } from '#texts/live.ts';
import type { Amount } from '../domain/effective-terms.ts';
import type { KnownService, KnownTerm } from '../views/known-service.ts';
import { amountIn, decimalText } from '../texts/formats.ts';

/** The parts of a known service that determine its price. */
export interface KnownAmount extends Pick<KnownService, 'asked' | 'varies'> {
  readonly price: Pick<KnownTerm, 'declared'>;
  readonly token: Pick<KnownTerm, 'declared'>;
}

/** A price as pages show it: what the live 402 asks wins, and the listed price stands beside it, struck through. */
export interface ShownAmount extends Amount {
  /** The listed price where the live one differs, with its currency where that differs too. */
  readonly listed: string | null;
  /** What else to know about the price. */
  readonly note: string | null;
}

/** The price to show: the one that a buyer will be asked for, or the declared one where the live token is unknown. */
function amountOf({ asked, price, token }: KnownAmount): Amount {
  return asked ?? { price: price.declared, currency: token.declared };
}

/** The declared price where the live one differs. */
export function listedAmount({ asked, price, token }: KnownAmount): Amount | null {
  if (asked === null || (asked.price === price.declared && asked.currency === token.declared)) return null;

  return { price: price.declared, currency: token.declared };
}

export function shownAmount(known: KnownAmount): ShownAmount {
  return {
    ...amountOf(known),
    listed: listedText(known),
    note: known.asked === null ? unknownTokenNote : variesText(known, known.asked.currency),
  };
}

/** Between which prices it varies; null where it does not. */
function variesText({ varies }: Pick<KnownAmount, 'varies'>, currency: string): string | null {
  if (varies === null) return null;
  if (varies === 'varies') return variesNote;

  return variesBetween({ from: decimalText(varies.from), to: amountIn(currency, varies.to) });
}

/** The declared price where the live one differs, as short as it can be beside it. */
function listedText(known: KnownAmount): string | null {
  const listed = listedAmount(known);
  if (listed === null) return null;

  return listed.currency === known.asked?.currency
    ? decimalText(listed.price)
    : amountIn(listed.currency, listed.price);
}

/** Longer prices are written smaller in lists, so that they need no second line. */
export const longPrice = 10;

/** A price in two parts, so that lists can align them at the decimal sign: `12` and `.5`, or `12` and nothing. */
export function priceParts(price: string): [whole: string, fraction: string] {
  const text = decimalText(price);
  const point = text.indexOf(separators.decimal);

  return point === -1 ? [text, ''] : [text.slice(0, point), text.slice(point)];
}

/** The same of `ShownAmount.listed`, whose second part also has the currency: `0` and `.5 EURC`, or `12` and ` EURC`. */
export function listedParts(listed: string): [whole: string, rest: string] {
  const point = listed.indexOf(separators.decimal);
  const end = point === -1 ? listed.search(/\s|$/) : point;

  return [listed.slice(0, end), listed.slice(end)];
}
