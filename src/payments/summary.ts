import { type Asset, type Assets, pegOf } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { decimalOf } from '../domain/decimal.ts';
import { type Buyers, noBuyers, notCounted, type PaymentFlag, type Payments } from '../domain/facts.ts';
import { normalizeAddress } from '../domain/network.ts';
import type { BuyerSum, Funding, PayeeSum, PayerSum, TokenSum } from '../domain/payments.ts';

/** A payer with a greater share than this is flagged. */
const largeShare = 0.9;

/** Finer than the decimals of any token, so that sums over several tokens are exact. */
const finest = 18;

/** The payments of a service on a network where they are counted, before the first. */
export const unpaid: Payments = { ...notCounted, attribution: 'service', buyers: noBuyers };

/** What a service was paid, in tokens that add up with its currency. */
export interface ServiceSums {
  readonly payees: readonly PayeeSum[];
  readonly payers: PayerSum;
  readonly buyers: readonly BuyerSum[];
}

export function summaryOf(id: string, { payees, payers, buyers }: ServiceSums, assets: Assets): Payments {
  const txCount = payees.reduce((total, { payments }) => total + payments, 0);
  if (txCount === 0) return unpaid;

  const others = new Set(payees.flatMap(({ services, payments }) => (payments > 0 ? services : [])));
  others.delete(id);
  const selfPayments = payees.reduce((sum, { own }) => sum + own, 0);
  return {
    attribution: others.size > 0 ? 'wallet' : 'service',
    sharedWith: others.size,
    txCount,
    revenue: revenueOf(payees, assets),
    uniquePayers: payers.payers,
    largestPayerShare: payers.most / txCount,
    flags: flagsOf(selfPayments, payers.most, txCount),
    buyers: payees.some(isOwn) || buyers.length > 0 ? buyersOf(buyers) : null,
  };
}

/** Whether payments belong to one service alone; of others, nobody may know whose buyers made them. */
function isOwn({ services, payments }: PayeeSum): boolean {
  return services.length === 1 && payments > 0;
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
  return assets.get(network)?.find(({ address }) => normalizeAddress(network, address) === asset);
}

/** Whether amounts in a token can be added to those in a currency. */
export function addsUp(token: Asset | undefined, currency: string): boolean {
  return token !== undefined && (currencyOf(token.symbol) === currency || token.peg === pegOf(currency));
}

function buyersOf(sums: readonly BuyerSum[]): Buyers {
  const total = (funding: Funding, of: 'wallets' | 'paid' | 'weight'): number =>
    rounded(sums.reduce((sum, each) => (each.funding === funding ? sum + each[of] : sum), 0));

  return {
    wallets: total('independent', 'wallets'),
    paid: total('independent', 'paid'),
    weight: total('independent', 'weight'),
    funded: total('funded', 'wallets'),
    unknown: total('unknown', 'wallets'),
  };
}

/** To the decimals of most tokens: the order of a sum must not change it. */
function rounded(sum: number): number {
  return Math.round(sum * 1e6) / 1e6;
}

function flagsOf(selfPayments: number, most: number, txCount: number): PaymentFlag[] {
  return [
    ...(selfPayments > 0 ? (['self_payments'] as const) : []),
    ...(most > largeShare * txCount ? (['single_payer'] as const) : []),
  ];
}
