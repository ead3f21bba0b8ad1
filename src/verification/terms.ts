import type { Assets } from '../domain/asset.ts';
import { decimalOf } from '../domain/decimal.ts';
import { findNetwork, isShortName, type Network, normalizeAddress } from '../domain/network.ts';
import { factsOf, rulesOf } from '../domain/families/families.ts';
import { addressFault, canonicalAddress } from '../domain/payment-address.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import { quoted } from '../domain/plain-text.ts';
import type { OtherRail } from '../domain/rail.ts';

/** The members of an entry of `accepts` that terms are made from, in version 1 or 2. */
export interface AcceptEntry {
  readonly scheme: string;
  readonly network: string;
  readonly payTo: string;
  readonly asset: string;
  readonly amount?: unknown;
  readonly maxAmountRequired?: unknown;
}

/** The scheme whose amount is the price of a request. With `upto` it is the most that a request may cost, and other schemes have rules of their own. */
export const comparedScheme = 'exact';

/** The terms of an entry, or why there are none. `isOpen` where other clients might pay it all the same, by `rail` where it names another one. */
export type TermsRead =
  | { readonly terms: PaymentTerms }
  | { readonly fault: string; readonly isOpen?: true; readonly rail?: OtherRail };

/** A whole number of at most 78 digits, the length of the largest 256-bit number. */
export const atomicAmount = /^(0|[1-9]\d{0,77})$/;

/** Reads the terms of an entry, or says why nobody could pay it. */
export function readTerms(entry: AcceptEntry): TermsRead {
  const { scheme, payTo, asset } = entry;
  const network = findNetwork(entry.network);
  const amount = entry.amount ?? entry.maxAmountRequired;

  if (addressFault('other', scheme)) return { fault: `the scheme ${quoted(scheme)} is no name` };
  if (typeof amount !== 'string' || !atomicAmount.test(amount)) return { fault: amountFault(amount) };
  if (!network && !isShortName(entry.network)) return { fault: networkFault(entry.network), isOpen: true };
  const family = network?.family ?? 'other';
  const wallet = addressFault(family, payTo);
  if (wallet === 'address_malformed') return { fault: walletFault(payTo, network) };
  const tokens = rulesOf(family).tokens.areChecked ? family : 'other';
  if (addressFault(tokens, asset) === 'address_malformed') {
    return { fault: `the asset ${quoted(asset)} is no token; write ${factsOf(tokens).addressForm}` };
  }

  // Clients correct a wrong checksum instead of refusing it.
  const paid = wallet === 'address_checksum' ? canonicalAddress(family, payTo) : payTo;
  return { terms: { scheme, network: network?.caip2 ?? entry.network, payTo: paid, asset, amount } };
}

/** The same terms with currency and price, where these assets hold the token. */
export function priced(terms: PaymentTerms, assets: Assets): PaymentTerms {
  const network = findNetwork(terms.network);
  const token =
    network && assets.get(network.caip2)?.find(({ address }) => isSameAddress(network, address, terms.asset));

  return token ? { ...terms, currency: token.symbol, price: decimalOf(terms.amount, token.decimals) } : terms;
}

/** Whether stored terms, which may be older than the rules, still pass today's rules. */
export function isReadToday({ scheme, network, payTo, asset, amount }: PaymentTerms): boolean {
  return 'terms' in readTerms({ scheme, network, payTo, asset, amount });
}

export function isSameAddress({ caip2 }: Network, a: string, b: string): boolean {
  return normalizeAddress(caip2, a) === normalizeAddress(caip2, b);
}

function networkFault(network: string): string {
  return `the network ${quoted(network)} is neither a short name nor a canonical CAIP-2 id; write one like "eip155:8453"`;
}

function walletFault(payTo: string, network: Network | undefined): string {
  return network
    ? `payTo ${quoted(payTo)} is no wallet on ${network.title}, whose are ${factsOf(network.family).addressForm}`
    : `payTo ${quoted(payTo)} is no wallet; write ${factsOf('other').addressForm}`;
}

function amountFault(amount: unknown): string {
  const decimal = typeof amount === 'string' && /^\d*\.\d+$/.test(amount);

  return decimal
    ? `the amount ${quoted(amount)} looks like dollars; write whole atomic units, "10000" for 0.01 USDC`
    : `the amount ${quoted(amount)} is no whole number of atomic units, written as a string`;
}

/** The terms that a key was made from, in the order of the key; undefined for a hash, as keys were made of many terms before. */
export function termsIn(key: string): PaymentTerms[] | undefined {
  const lines = key.split('\n').map((line) => line.split(' '));
  if (lines.some((parts) => parts.length !== 5)) return undefined;

  return lines.map(([scheme = '', network = '', payTo = '', asset = '', amount = '']) => ({
    ...{ scheme, network, payTo, asset, amount },
  }));
}

/**
 * A key that is equal for equal terms, in any order. It always holds them all, or a seller could hide its price behind many others: that is 32 kB
 * for 64 entries as long as can be, of which sellers have one or two.
 */
export function keyOf(offered: readonly PaymentTerms[]): string {
  const lines = offered.map(({ scheme, network, payTo, asset, amount }) =>
    [scheme, network, payTo, asset, amount].join(' '),
  );

  return lines.sort().join('\n');
}
