import { type Assets, currencyOf } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { findNetwork } from '../domain/network.ts';
import { spelledOn } from '../domain/payment-address.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import type { AskedTerms } from '../domain/payments.ts';
import type { DeclaredService } from '../domain/service.ts';

type Declared = Pick<DeclaredService, 'pricing' | 'x402Config'>;

/** What a service declares to ask: in each known token that its currency names or that is pegged to it. Nothing where it is free. */
export function declaredTerms({ pricing, x402Config }: Declared, assets: Assets): AskedTerms[] {
  const network = findNetwork(x402Config.network);
  if (!network) return [];

  const wallet = spelledOn(network, x402Config.paymentAddress);
  return (assets.get(network.caip2) ?? []).flatMap(({ symbol, address, decimals, peg }) => {
    const isAsked = currencyOf(symbol) === pricing.currency || peg === pricing.currency;
    const units = unitsOf(pricing.pricePerRequest, decimals);
    if (!isAsked || units === undefined || units === 0n) return [];
    return [{ network: network.caip2, asset: spelledOn(network, address), wallet, units, isLimit: false }];
  });
}

/**
 * What a live 402 asks to be paid into the declared wallet, in tokens that Tollbook knows. What it asks for other wallets is left out: a seller
 * could name those of others, and take their payments for its own.
 */
export function observedTerms(terms: readonly PaymentTerms[], declaredWallet: string): AskedTerms[] {
  return terms.flatMap(({ scheme, network: id, payTo, asset, amount, currency }) => {
    const network = findNetwork(id);
    if (!network || currency === undefined || BigInt(amount) === 0n) return [];
    if (spelledOn(network, payTo) !== spelledOn(network, declaredWallet)) return [];
    return [
      {
        network: network.caip2,
        asset: spelledOn(network, asset),
        wallet: spelledOn(network, payTo),
        units: BigInt(amount),
        isLimit: scheme === 'upto',
      },
    ];
  });
}
