import { reasonsNotToPay as reasons } from '#texts/call.ts';
import { type Assets, tokensFor } from '../domain/asset.ts';
import { canDo, type FamilyWith } from '../domain/families/families.ts';
import { findNetwork, namesOfV1, type Network } from '../domain/network.ts';
import { type KnownService, shown } from '../views/known-service.ts';
import { isFree } from './price-words.ts';

/** The one payment that code on a service's page may make: to this wallet, in this token, and no more than the price. */
export interface PayableTerms {
  readonly family: FamilyWith<'payer'>;
  /** CAIP-2 id. */
  readonly network: string;
  /** The network's name in version 1 of x402; null where it has none. */
  readonly networkOfV1: string | null;
  readonly networkTitle: string;
  readonly payTo: string;
  /** Contract or mint of the token. */
  readonly asset: string;
  readonly symbol: string;
  /** The most to pay for one request, as an exact decimal. */
  readonly price: string;
  /** The same in atomic units of the token. */
  readonly amount: string;
}

/** One sentence that says why no code pays, and what a buyer does instead: goes elsewhere, calls it without paying, or asks for its terms. */
export interface NoPayment {
  readonly reason: string;
  readonly instead: 'elsewhere' | 'plainly' | 'ask';
}

/** What to pay for one request: the live terms where they were read, else the declared ones; or why not to pay. */
export function payableTerms(
  known: KnownService,
  assets: Assets,
): { readonly terms: PayableTerms } | NoPayment {
  const network = shown(known.network);
  const { caip2, family, title, name = null } = findNetwork(network) ?? unknownNetwork(network);
  const refusal = reasonNotToPay(known);
  if (refusal) return refusal;
  if (!canDo(family, 'payer')) {
    return { reason: reasons.network({ title }), instead: 'ask' };
  }

  const currency = known.token.observed ?? known.token.declared;
  const [token] = tokensFor({ currency, network: caip2 }, assets);
  if (known.asked === null || token === undefined) {
    return { reason: reasons.token, instead: 'ask' };
  }

  const { price } = known.asked;
  const amount = atomicAmount(price, token.decimals);
  if (amount === '0') {
    return { reason: reasons.tooSmall({ token: token.symbol }), instead: 'ask' };
  }

  return {
    terms: {
      family,
      network: caip2,
      networkOfV1: name !== null && namesOfV1.has(name) ? name : null,
      networkTitle: title,
      payTo: known.wallet.declared,
      asset: token.address,
      symbol: token.symbol,
      price,
      amount,
    },
  };
}

function reasonNotToPay({ wallet, state, reason, rails, asked }: KnownService): NoPayment | undefined {
  if (wallet.agree === false) {
    return { reason: reasons.wallet, instead: 'elsewhere' };
  }
  if (state === 'down') {
    return { reason: reasons.down, instead: 'elsewhere' };
  }
  if (reason === 'other_rails') {
    return { reason: reasons.otherRails({ rails }), instead: 'ask' };
  }
  return asked !== null && isFree(asked.price) ? { reason: reasons.free, instead: 'plainly' } : undefined;
}

function unknownNetwork(id: string): Network {
  return { caip2: id, family: 'other', title: id, testnet: false };
}

/** A decimal in atomic units, rounded down, since it is a limit. */
function atomicAmount(price: string, decimals: number): string {
  const [whole = '', fraction = ''] = price.split('.');

  return BigInt(whole + fraction.padEnd(decimals, '0').slice(0, decimals)).toString();
}
