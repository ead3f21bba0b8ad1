import { type Assets, tokensFor } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { findNetwork, normalizeAddress } from '../domain/network.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import { termsKey } from '../domain/payments.ts';
import type { AskedTerms } from '../domain/settlement.ts';
import { type DeclaredService, type DeclaredTerms, offerTerms } from '../domain/service.ts';
import { highestPrice } from '../domain/price-range.ts';

type Declared = DeclaredTerms & Pick<DeclaredService, 'offers'>;

/**
 * What a service declares to ask, its offers too: each once, in each known token that the currency names or that is pegged to it. Nothing
 * where it is free.
 */
export function declaredTerms(service: Declared, assets: Assets): AskedTerms[] {
  const { offers = [] } = service;
  const all = [service, ...offers.map((offer) => offerTerms(service, offer))].flatMap((terms) =>
    askedBy(terms, assets),
  );

  return [...new Map(all.map((terms) => [termsKey(terms), terms])).values()];
}

function askedBy(declared: DeclaredTerms, assets: Assets): AskedTerms[] {
  const { pricing, price, x402Config } = declared;
  const network = findNetwork(x402Config.network)?.caip2;
  if (network === undefined) return [];

  const wallet = normalizeAddress(network, x402Config.paymentAddress);
  const tokens = tokensFor({ currency: pricing.currency, network }, assets);
  return tokens.flatMap(({ address, decimals }) => {
    const units = unitsOf(highestPrice(declared), decimals);
    if (units === undefined || units === 0n) return [];
    return [
      {
        network,
        asset: normalizeAddress(network, address),
        wallet,
        units,
        isLimit: typeof price === 'object',
      },
    ];
  });
}

/**
 * What a live 402 asks to be paid into the declared wallet, in tokens that Tollbook knows. What it asks for other wallets is left out: a seller
 * could name those of others, and take their payments for its own.
 */
export function observedTerms(terms: readonly PaymentTerms[], declaredWallet: string): AskedTerms[] {
  return terms.flatMap(({ scheme, network: id, payTo, asset, amount, currency }) => {
    const network = findNetwork(id)?.caip2;
    if (network === undefined || currency === undefined) return [];

    const [units, wallet] = [BigInt(amount), normalizeAddress(network, declaredWallet)];
    if (units === 0n || normalizeAddress(network, payTo) !== wallet) return [];
    return [{ network, asset: normalizeAddress(network, asset), wallet, units, isLimit: scheme === 'upto' }];
  });
}
