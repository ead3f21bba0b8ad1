import {
  createPublicClient,
  createWalletClient,
  defineChain,
  http,
  publicActions,
  type PublicClient,
} from 'viem';
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';
import type { Address, Chain, Hash } from './market.ts';

/** An account that pays gas. The chain signs for it and numbers its transactions, so they may be sent at the same time. */
export interface GasAccount {
  readonly address: Address;
  readonly privateKey: Hash;
}

export function newAccount(privateKey: Hash = generatePrivateKey()): GasAccount {
  return { address: privateKeyToAccount(privateKey).address, privateKey };
}

export type Payer = ReturnType<typeof payerOf>;

/** Sends the transactions of an account. */
export function payerOf(chain: Chain, { address }: GasAccount) {
  const client = createWalletClient({
    account: address,
    chain: viemChain(chain),
    transport: http(chain.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions);

  return { address, client };
}

/** Sends transactions that an account signs itself. */
export function signerOf(chain: Chain, account: PrivateKeyAccount) {
  return createWalletClient({ account, chain: viemChain(chain), transport: http(chain.rpcUrl) });
}

/** Reads the chain. */
export function readerOf(chain: Chain): PublicClient {
  return createPublicClient({ chain: viemChain(chain), transport: http(chain.rpcUrl) });
}

function viemChain({ id, rpcUrl }: Chain) {
  return defineChain({
    id,
    name: 'Base Sepolia',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
}
