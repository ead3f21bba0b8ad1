import type { Asset } from './asset.ts';

/** The EIP-712 domain of a token, with which clients sign an authorization of EIP-3009. */
type Domain = readonly [name: string, version: string];

const dollars = ['USD Coin', '2'] as const;
const usdc = ['USDC', '2'] as const;
const bridged = ['Bridged USDC', '2'] as const;
const euros = ['Euro Coin', '2'] as const;
const usdt0 = ['USDT0', '1'] as const;

/**
 * By the CAIP-2 id of the network and the symbol of the token, as their contracts say it: from `DEFAULT_ASSETS` of `@x402/evm`, from the legacy
 * `x402`, or by a domain that hashes to the DOMAIN_SEPARATOR() of the contract, which the test holds.
 */
const domains: Readonly<Record<string, Domain>> = {
  'eip155:8453 USDC': dollars,
  'eip155:8453 EURC': ['EURC', '2'],
  'eip155:84532 USDC': usdc,
  'eip155:1 USDC': dollars,
  'eip155:1 EURC': euros,
  'eip155:11155111 USDC': usdc,
  'eip155:137 USDC': dollars,
  'eip155:80002 USDC': usdc,
  'eip155:42161 USDC': dollars,
  'eip155:421614 USDC': dollars,
  'eip155:10 USDC': dollars,
  'eip155:11155420 USDC': usdc,
  'eip155:43114 USDC': dollars,
  'eip155:43114 EURC': euros,
  'eip155:43113 USDC': dollars,
  'eip155:1329 USDC': usdc,
  'eip155:1328 USDC': usdc,
  'eip155:4689 USDC': bridged,
  'eip155:3338 USDC': usdc,
  'eip155:1514 USDC': bridged,
  'eip155:41923 USDC': ['Bridged USDC (Stargate)', '2'],
  'eip155:2741 USDC': bridged,
  'eip155:11124 USDC': bridged,
  'eip155:324705682 USDC': ['Bridged USDC (SKALE Bridge)', '2'],
  'eip155:143 USDC': usdc,
  'eip155:988 USDT0': usdt0,
  'eip155:2201 USDT0': usdt0,
  'eip155:42220 USDC': usdc,
  'eip155:42220 USDT': ['Tether USD', '1'],
  'eip155:42220 USAT': ['Tether America USD', '1'],
  'eip155:11142220 USDC': usdc,
  'eip155:14 USDT0': ['USD₮0', '1'],
  'eip155:50 USDC': usdc,
  'eip155:51 USDC': usdc,
  'eip155:480 USDC': usdc,
  'eip155:5042 USDC': usdc,
  'eip155:5042002 USDC': usdc,
  'eip155:5042002 EURC': ['EURC', '2'],
  'eip155:4663 USDG': ['Global Dollar', '1'],
  'eip155:999 USDC': usdc,
  'eip155:998 USDC': usdc,
  'eip155:130 USDC': usdc,
  'eip155:1301 USDC': usdc,
  'eip155:146 USDC': usdc,
};

/** Tokens that know no authorizations, so that clients pay them by Permit2. */
const byPermit2: readonly string[] = ['eip155:56', 'eip155:4326', 'eip155:31612', 'eip155:31611'];

/** The member `extra` of terms in this token, as far as it follows from the token; undefined where nobody knows it, and off EVM. */
export function signingExtra(
  network: string,
  { symbol }: Pick<Asset, 'symbol'>,
): Readonly<Record<string, string>> | undefined {
  const domain = domains[`${network} ${symbol}`];
  if (domain) return { name: domain[0], version: domain[1] };

  return byPermit2.includes(network) ? { assetTransferMethod: 'permit2' } : undefined;
}
