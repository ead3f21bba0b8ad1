import { type Asset, type Assets, currencyOf, pegOf } from '../domain/asset.ts';
import { decimalOf } from '../domain/decimal.ts';
import { notCounted, type PaymentFlag, type Payments } from '../domain/facts.ts';
import { findNetwork } from '../domain/network.ts';
import type { PayerSum, PaymentSums, TokenSum } from '../domain/payments.ts';
import { spelledOn } from './asked-terms.ts';

/** A payer with a greater share than this is flagged. */
const largeShare = 0.9;

/** Finer than the decimals of any token, so that sums over several tokens are exact. */
const finest = 18;

/** The payments of a service on a network where they are counted, before the first. */
export const unpaid: Payments = { ...notCounted, attribution: 'service', buyers: 0 };

/** What a service shows of its payments. Sums in tokens that do not add up with the declared currency are left out. */
export function summaryOf(id: string, currency: string, counted: PaymentSums, assets: Assets): Payments {
  const sums = counted.sums.filter((sum) => addsUp(tokenOf(sum, assets), currency));
  const txCount = sums.reduce((total, { payments }) => total + payments, 0);
  if (txCount === 0) return unpaid;

  const others = new Set(sums.flatMap(({ services, payments }) => (payments > 0 ? services : [])));
  others.delete(id);
  const flags = flagsOf(counted.payers, txCount);
  return {
    attribution: others.size > 0 ? 'wallet' : 'service',
    sharedWith: others.size,
    txCount,
    revenue: revenueOf(sums, assets),
    uniquePayers: counted.payers.payers,
    largestPayerShare: counted.payers.most / txCount,
    flags,
    buyers: counted.payers.payers - doubtfulPayers(counted.payers, flags),
  };
}

/** The exact sum of payments in several tokens, as a decimal in units of their currency. */
export function revenueOf(sums: readonly Omit<TokenSum, 'payments'>[], assets: Assets): string {
  const total = sums.reduce((sum, each) => {
    const decimals = tokenOf(each, assets)?.decimals ?? 0;
    return sum + each.units * 10n ** BigInt(finest - decimals);
  }, 0n);

  return decimalOf(String(total), finest);
}

/** The token of a sum; undefined when no asset is known there any more. */
export function tokenOf(
  { network, asset }: Pick<TokenSum, 'network' | 'asset'>,
  assets: Assets,
): Asset | undefined {
  const family = findNetwork(network)?.family ?? 'other';

  return assets.get(network)?.find(({ address }) => spelledOn({ family }, address) === asset);
}

/** Whether amounts in a token can be added to those in a currency. */
export function addsUp(token: Asset | undefined, currency: string): boolean {
  return token !== undefined && (currencyOf(token.symbol) === currency || token.peg === pegOf(currency));
}

/** How many of the payers do not count as buyers: a wallet that paid itself, and one that made nearly all payments, which may be the same. */
function doubtfulPayers({ own, most }: PayerSum, flags: readonly PaymentFlag[]): number {
  return flags.length === 2 && own === most ? 1 : flags.length;
}

function flagsOf({ own, most }: PayerSum, txCount: number): PaymentFlag[] {
  return [
    ...(own > 0 ? (['self_payments'] as const) : []),
    ...(most > largeShare * txCount ? (['single_payer'] as const) : []),
  ];
}
