import { ContractWallets } from '../adapters/chain/contract-wallets.ts';
import type { Config } from '../config/config.ts';

/** The contract wallets of the chains with a provider. They stop asking when `stopping` is aborted. */
export function openContractWallets({ payments }: Config, stopping: AbortSignal): ContractWallets {
  const chains = payments.providers.map(({ network, url }) => ({ chain: network.caip2, url }));

  return new ContractWallets(chains, stopping);
}
