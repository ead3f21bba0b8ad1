import { compareText } from '../domain/compare-text.ts';
import { pegOf } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { compareDecimal } from '../domain/decimal.ts';
import { findNetwork, type Network } from '../domain/network.ts';
import type { FieldComparison, PaymentTerms } from '../domain/payment-terms.ts';
import type { DeclaredTerms } from '../domain/service.ts';
import { isAsDeclared } from '../domain/varying-price.ts';
import type { Verdict } from '../domain/verdict.ts';
import { comparedScheme, isSameAddress } from './terms.ts';

export interface Judgement {
  readonly verdict: Extract<
    Verdict,
    'verified' | 'unread' | 'payto_mismatch' | 'network_mismatch' | 'asset_mismatch' | 'price_mismatch'
  >;
  /** Each declared value beside that of the closest live terms. */
  readonly fields: readonly FieldComparison[];
}

/**
 * Compares the terms of a live 402 with the declared ones. The service is verified when one way to pay matches in every term. Of several
 * mismatches, the gravest decides: wallet, then network, token, price. Where the 402 offers the declared network,
 * only the wallets on that network count, since money sent there must not go to anybody else. Where nothing is offered by the scheme whose
 * amount is a price, wallet and network are all that can be compared.
 */
export function judge(declared: DeclaredTerms, offered: readonly PaymentTerms[]): Judgement {
  const network = findNetwork(declared.x402Config.network);
  const onNetwork = offered.filter((terms) => isOnNetwork(terms, network));
  const near = onNetwork.length > 0 ? onNetwork : offered;
  const compared = near.some(hasPrice) ? near.filter(hasPrice) : near;
  const wallets = compared.filter((terms) => isToWallet(terms, declared, network));

  if (wallets.length === 0) return judgement('payto_mismatch', declared, nearest(compared, declared));
  if (onNetwork.length === 0) return judgement('network_mismatch', declared, nearest(wallets, declared));
  if (!wallets.some(hasPrice)) return judgement('unread', declared, nearest(wallets, declared));

  const terms = nearest(wallets, declared);
  if (!terms || isInToken(terms, declared) !== true) return judgement('asset_mismatch', declared, terms);
  return judgement(isAtPrice(terms, declared) ? 'verified' : 'price_mismatch', declared, terms);
}

/** The terms in the declared token at the declared price, else the cheapest in the declared token, else the cheapest. */
function nearest(among: readonly PaymentTerms[], declared: DeclaredTerms): PaymentTerms | undefined {
  const inOrder = among.toSorted(byPrice);
  const inToken = inOrder.filter((terms) => isInToken(terms, declared) === true);

  return inToken.find((terms) => isAtPrice(terms, declared)) ?? inToken[0] ?? inOrder[0];
}

/** A total order, so that it does not matter how a 402 lists its terms: unknown prices last. */
function byPrice(a: PaymentTerms, b: PaymentTerms): number {
  if (a.price !== undefined && b.price !== undefined) {
    return compareDecimal(a.price, b.price) || compareText(textOf(a), textOf(b));
  }
  if (a.price === undefined && b.price === undefined) return compareText(textOf(a), textOf(b));
  return a.price === undefined ? 1 : -1;
}

function textOf({ scheme, network, payTo, asset, amount }: PaymentTerms): string {
  return [scheme, network, payTo, asset, amount].join(' ');
}

function judgement(
  verdict: Judgement['verdict'],
  declared: DeclaredTerms,
  terms: PaymentTerms | undefined,
): Judgement {
  const { pricing, x402Config } = declared;
  const network = findNetwork(x402Config.network);

  return {
    verdict,
    fields: [
      field('price', pricing.pricePerRequest, priceIn(terms), terms && isAtPrice(terms, declared)),
      field('payTo', x402Config.paymentAddress, terms?.payTo, terms && isToWallet(terms, declared, network)),
      field(
        'network',
        network?.caip2 ?? x402Config.network,
        terms?.network,
        terms && isOnNetwork(terms, network),
      ),
      field('asset', pricing.currency, terms?.currency ?? terms?.asset, terms && isInToken(terms, declared)),
      field('scheme', null, terms?.scheme, null),
    ],
  };
}

function field(
  name: FieldComparison['field'],
  declared: string | null,
  observed: string | undefined,
  match: boolean | null | undefined,
): FieldComparison {
  return { field: name, declared, observed: observed ?? null, match: match ?? null };
}

function isOnNetwork(terms: PaymentTerms, network: Network | undefined): boolean {
  return terms.network === network?.caip2;
}

function isToWallet(
  terms: PaymentTerms,
  { x402Config }: DeclaredTerms,
  network: Network | undefined,
): boolean {
  return network !== undefined && isSameAddress(network, terms.payTo, x402Config.paymentAddress);
}

/** A price declared in USD or EUR may be paid in any token pegged to it. Null for an unknown token, whose symbol would be a guess. */
export function isInToken(
  { currency }: Pick<PaymentTerms, 'currency'>,
  { pricing }: { readonly pricing: Pick<DeclaredTerms['pricing'], 'currency'> },
): boolean | null {
  if (currency === undefined) return null;

  return currencyOf(currency) === pricing.currency || pegOf(currency) === pricing.currency;
}

function hasPrice({ scheme }: PaymentTerms): boolean {
  return scheme === comparedScheme;
}

function priceIn(terms: PaymentTerms | undefined): string | undefined {
  return terms && hasPrice(terms) ? terms.price : undefined;
}

/** Null when the token's decimals are unknown, and where the amount is no price. */
function isAtPrice(terms: PaymentTerms, declared: DeclaredTerms): boolean | null {
  const price = priceIn(terms);

  return price === undefined ? null : isAsDeclared(price, declared);
}
