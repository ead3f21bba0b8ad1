import { rulesOf } from '../domain/families/families.ts';
import { familyOn, findNetwork } from '../domain/network.ts';
import type { SiteCatalog } from './site-catalog.ts';

type Chains = Pick<SiteCatalog, 'localNetworks'>;

/** The page of a wallet on its network's explorer; undefined where none is known. */
export function walletPage(network: string, address: string, chains: Chains): string | undefined {
  return pageOf(network, 'wallets', address, chains);
}

/** The page of a transaction on its network's explorer; undefined where none is known. */
export function transactionPage(network: string, hash: string, chains: Chains): string | undefined {
  return pageOf(network, 'transactions', hash, chains);
}

function pageOf(
  network: string,
  kind: 'wallets' | 'transactions',
  id: string,
  { localNetworks }: Chains,
): string | undefined {
  const caip2 = findNetwork(network)?.caip2 ?? network;
  const explorer = localNetworks?.has(caip2) ? undefined : rulesOf(familyOn(caip2)).explorers?.[caip2];

  return explorer && explorer[kind] + encodeURIComponent(id) + (explorer.query ?? '');
}
