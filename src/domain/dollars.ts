import { knownAssets } from './asset.ts';
import { decimalOf, unitsOf } from './decimal.ts';
import { normalizeAddress } from './network.ts';

/** A token that is worth a dollar, on a network by its CAIP-2 id. */
export interface DollarToken {
  readonly network: string;
  readonly asset: string;
  readonly decimals: number;
}

/** Dollars are counted in units of 10^-18: few tokens have more decimals. */
const dollarDecimals = 18;

/** What an amount of a token is worth in units of 10^-18 dollars; undefined where it is no dollar, as far as is known here or from `further`. */
export function dollarsOf(
  { network, asset, amount }: Omit<DollarToken, 'decimals'> & { readonly amount: string },
  further: readonly DollarToken[] = [],
): bigint | undefined {
  const known = (knownAssets.get(network) ?? []).filter(({ peg }) => peg === 'USD');
  const tokens = [
    ...further,
    ...known.map(({ address, decimals }) => ({ network, asset: address, decimals })),
  ];
  const token = tokens.find(
    (each) =>
      each.network === network && normalizeAddress(network, each.asset) === normalizeAddress(network, asset),
  );
  if (!token || token.decimals > dollarDecimals) return undefined;

  return BigInt(amount) * 10n ** BigInt(dollarDecimals - token.decimals);
}

/** From a decimal. */
export function toDollars(decimal: string): bigint | undefined {
  return unitsOf(decimal, dollarDecimals);
}

/** As a decimal: `0.01`. */
export function dollarText(dollars: bigint): string {
  return decimalOf(String(dollars), dollarDecimals);
}
