import type { Assets } from '../domain/asset.ts';
import { findNetwork } from '../domain/network.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import { shownText } from '../domain/plain-text.ts';
import type { Entry } from '../domain/snapshot.ts';
import { judge } from '../verification/judge.ts';
import { termsIn } from '../verification/terms-key.ts';
import { priced } from '../verification/terms.ts';

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

/** What a service asks: of its live terms, those that come nearest to the declaration. */
export function askedTerms(entry: Entry, assets: Assets): AskedTerms {
  const { termsKey } = entry.observed.facts.standing;
  const live = termsKey === null ? undefined : termsIn(termsKey)?.map((terms) => priced(terms, assets));

  return live ? observedTerms(entry, live) : declaredTerms(entry);
}

function declaredTerms({ declared }: Entry): AskedTerms {
  const { pricing, x402Config } = declared;

  return {
    source: 'declared',
    price: pricing.pricePerRequest,
    currency: pricing.currency,
    networks: [findNetwork(x402Config.network)?.caip2 ?? x402Config.network],
  };
}

function observedTerms({ declared }: Entry, live: readonly PaymentTerms[]): AskedTerms {
  const { fields } = judge(declared, live);
  const [price, network] = (['price', 'network'] as const).map(
    (name) => fields.find(({ field }) => field === name)?.observed ?? undefined,
  );
  const currency = live.find((terms) => terms.network === network && terms.price === price)?.currency;
  const others = live.filter((terms) => terms.price === price && terms.currency === currency);
  const networks = [...new Set([...(network === undefined ? [] : [network]), ...others.map(networkOf)])];

  return {
    source: 'observed',
    ...(price === undefined || currency === undefined ? {} : { price, currency }),
    networks: networks.map((id) => shownText(id, longestText)),
  };
}

function networkOf({ network }: PaymentTerms): string {
  return network;
}
