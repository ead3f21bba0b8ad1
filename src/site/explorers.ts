import { findNetwork } from '../domain/network.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** Where a block explorer shows wallets and transactions: append the address or the hash, then `query`. */
interface Explorer {
  readonly wallets: string;
  readonly transactions: string;
  readonly query?: string;
}

type Chains = Pick<SiteCatalog, 'localNetworks'>;

const etherscan = (origin: string): Explorer => ({
  wallets: `${origin}/address/`,
  transactions: `${origin}/tx/`,
});

/** The block explorer of each network, by CAIP-2 id. */
const explorers: Readonly<Record<string, Explorer>> = {
  'eip155:8453': etherscan('https://basescan.org'),
  'eip155:84532': etherscan('https://sepolia.basescan.org'),
  'eip155:1': etherscan('https://etherscan.io'),
  'eip155:11155111': etherscan('https://sepolia.etherscan.io'),
  'eip155:137': etherscan('https://polygonscan.com'),
  'eip155:80002': etherscan('https://amoy.polygonscan.com'),
  'eip155:42161': etherscan('https://arbiscan.io'),
  'eip155:421614': etherscan('https://sepolia.arbiscan.io'),
  'eip155:10': etherscan('https://optimistic.etherscan.io'),
  'eip155:56': etherscan('https://bscscan.com'),
  'eip155:43114': etherscan('https://snowtrace.io'),
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
    wallets: 'https://solscan.io/account/',
    transactions: 'https://solscan.io/tx/',
  },
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
    wallets: 'https://solscan.io/account/',
    transactions: 'https://solscan.io/tx/',
    query: '?cluster=devnet',
  },
  'stellar:pubnet': {
    wallets: 'https://stellar.expert/explorer/public/account/',
    transactions: 'https://stellar.expert/explorer/public/tx/',
  },
  'aptos:1': {
    wallets: 'https://explorer.aptoslabs.com/account/',
    transactions: 'https://explorer.aptoslabs.com/txn/',
  },
  'sui:mainnet': {
    wallets: 'https://suiscan.xyz/mainnet/account/',
    transactions: 'https://suiscan.xyz/mainnet/tx/',
  },
  'hedera:mainnet': {
    wallets: 'https://hashscan.io/mainnet/account/',
    transactions: 'https://hashscan.io/mainnet/transaction/',
  },
};

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
  const explorer = localNetworks?.has(caip2) ? undefined : explorers[caip2];

  return explorer && explorer[kind] + encodeURIComponent(id) + (explorer.query ?? '');
}
