import { type Assets, tokensFor } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { findNetwork, spelledOn } from '../domain/network.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import type { AskedTerms } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';

type Declared = Pick<DeclaredService, 'pricing' | 'x402Config'>;

/** What a service declares to ask: in each known token that its currency names or that is pegged to it. Nothing where it is free. */
export function declaredTerms({ pricing, x402Config }: Declared, assets: Assets): AskedTerms[] {
  const network = findNetwork(x402Config.network)?.caip2;
  if (network === undefined) return [];

  const wallet = spelledOn(network, x402Config.paymentAddress);
  const tokens = tokensFor({ currency: pricing.currency, network }, assets);
  return tokens.flatMap(({ address, decimals }) => {
    const units = unitsOf(pricing.pricePerRequest, decimals);
    if (units === undefined || units === 0n) return [];
    return [{ network, asset: spelledOn(network, address), wallet, units, isLimit: false }];
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

    const [units, wallet] = [BigInt(amount), spelledOn(network, declaredWallet)];
    if (units === 0n || spelledOn(network, payTo) !== wallet) return [];
    return [{ network, asset: spelledOn(network, asset), wallet, units, isLimit: scheme === 'upto' }];
  });
}
