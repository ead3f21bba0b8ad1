import { findNetwork } from '../domain/network.ts';

/** The block explorer of each network, by CAIP-2 id; append a wallet address. */
const explorers: Readonly<Record<string, string>> = {
  'eip155:8453': 'https://basescan.org/address/',
  'eip155:84532': 'https://sepolia.basescan.org/address/',
  'eip155:1': 'https://etherscan.io/address/',
  'eip155:11155111': 'https://sepolia.etherscan.io/address/',
  'eip155:137': 'https://polygonscan.com/address/',
  'eip155:80002': 'https://amoy.polygonscan.com/address/',
  'eip155:42161': 'https://arbiscan.io/address/',
  'eip155:421614': 'https://sepolia.arbiscan.io/address/',
  'eip155:10': 'https://optimistic.etherscan.io/address/',
  'eip155:56': 'https://bscscan.com/address/',
  'eip155:43114': 'https://snowtrace.io/address/',
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'https://solscan.io/account/',
  'stellar:pubnet': 'https://stellar.expert/explorer/public/account/',
  'aptos:1': 'https://explorer.aptoslabs.com/account/',
  'sui:mainnet': 'https://suiscan.xyz/mainnet/account/',
  'hedera:mainnet': 'https://hashscan.io/mainnet/account/',
};

/** The page of a wallet on its network's explorer; undefined where none is known. */
export function walletPage(network: string, address: string): string | undefined {
  const explorer = explorers[findNetwork(network)?.caip2 ?? network];

  return explorer === undefined ? undefined : explorer + encodeURIComponent(address);
}
