import type { Assets } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { compareDecimal } from '../domain/decimal.ts';
import { type Amount, effectiveTerms } from '../domain/effective-terms.ts';
import { findNetwork } from '../domain/network.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import { shownText } from '../domain/plain-text.ts';
import type { Entry } from '../domain/snapshot.ts';
import { isInToken } from '../verification/judge.ts';
import { comparedScheme, priced, termsIn } from '../verification/terms.ts';

/** What a buyer is asked for one request. */
export interface AskedTerms {
  /** Whether the live 402 said so when a check last read it, or only the owner does. */
  readonly source: 'observed' | 'declared';
  /** An exact decimal, in units of `currency`; both are absent where the live 402 asks for a token that is not known. */
  readonly price?: string;
  readonly currency?: string;
  /** CAIP-2 ids where the networks are known: those on which this price is asked, the one nearest to the declaration first. */
  readonly networks: readonly string[];
}

const longestText = 255;

/** What a service asks, and on which networks. */
export function askedTerms(entry: Entry, assets: Assets): AskedTerms {
  const { source, price, currency, isTokenUnknown, network } = effectiveTerms(entry);
  const own = findNetwork(network)?.caip2 ?? network;
  const { termsKey } = entry.observed.facts.standing;
  const others = ((termsKey === null ? undefined : termsIn(termsKey)) ?? [])
    .map((terms) => priced(terms, assets))
    .filter((terms) => isAt({ price, currency }, terms));
  const networks = new Set([own, ...others.map((terms) => terms.network)]);

  return {
    source,
    ...(isTokenUnknown ? {} : { price, currency }),
    networks: [...networks].map((id) => shownText(id, longestText)),
  };
}

function isAt({ price, currency }: Amount, terms: PaymentTerms): boolean {
  if (terms.scheme !== comparedScheme || terms.price === undefined) return false;

  return (
    compareDecimal(terms.price, price) === 0 &&
    isInToken(terms, { pricing: { currency: currencyOf(currency) } }) === true
  );
}
