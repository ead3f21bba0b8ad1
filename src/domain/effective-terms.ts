import type { FieldComparison } from './payment-terms.ts';
import type { DeclaredTerms, Observed } from './service.ts';
import { highestPrice } from './price-range.ts';

/** A price per request, an exact decimal, and the currency that it is in; of a price that varies the highest. */
export interface Amount {
  readonly price: string;
  readonly currency: string;
}

/** The terms for a buyer: the live terms that come nearest to the declaration, as a check last read them, else the declared ones. */
export interface EffectiveTerms extends Amount {
  readonly source: 'observed' | 'declared';
  /** Whether the live 402 asks for a token that is not known; price and currency are the declared ones then. */
  readonly isTokenUnknown: boolean;
  /** As declared, or the network that the live 402 names instead. */
  readonly network: string;
  readonly wallet: string;
  /** Which of them are not as declared. */
  readonly differs: Readonly<Record<'amount' | 'network' | 'wallet', boolean>>;
}

/** Every list, filter, order, reason, page, command and tool takes the terms of a service from here. */
export function effectiveTerms({
  declared,
  observed,
}: {
  readonly declared: DeclaredTerms;
  readonly observed: Pick<Observed, 'differences'>;
}): EffectiveTerms {
  const { pricing, x402Config } = declared;
  const amount = observedAmount(observed);
  const network = observedOf(observed, 'network');
  const wallet = observedOf(observed, 'payTo');

  return {
    source: observed.differences === null ? 'declared' : 'observed',
    price: amount.price ?? highestPrice(declared),
    currency: amount.currency ?? pricing.currency,
    isTokenUnknown: isTokenUnknown(observed),
    network: network ?? x402Config.network,
    wallet: wallet ?? x402Config.paymentAddress,
    differs: {
      amount: amount.price !== undefined || amount.currency !== undefined,
      network: network !== undefined,
      wallet: wallet !== undefined,
    },
  };
}

/**
 * The price of the live 402 where it differs from the declared price and currency; empty where it asks for these, for an unknown token, or by
 * schemes alone that name no price: the declared price in another currency would be nobody's.
 */
function observedAmount(observed: Pick<Observed, 'differences'>): Partial<Amount> {
  if (isTokenUnknown(observed) || isPriceUnread(observed)) return {};

  const price = observedOf(observed, 'price');
  const currency = observedOf(observed, 'asset');
  return { ...(price === undefined ? {} : { price }), ...(currency === undefined ? {} : { currency }) };
}

function isTokenUnknown({ differences }: Pick<Observed, 'differences'>): boolean {
  return differences?.some(({ field, match }) => field === 'asset' && match === null) ?? false;
}

function isPriceUnread({ differences }: Pick<Observed, 'differences'>): boolean {
  return differences?.some(({ field, observed }) => field === 'price' && observed === null) ?? false;
}

function observedOf(
  { differences }: Pick<Observed, 'differences'>,
  name: FieldComparison['field'],
): string | undefined {
  return differences?.find(({ field }) => field === name)?.observed ?? undefined;
}
