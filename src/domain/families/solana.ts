import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import { decoded, type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

/** Genesis hashes in full are aliases, as CAIP-2 takes their first 32 characters. Names of version 1: those of `@x402/svm`. */
export const solana = {
  addressForm: 'the base58 form of 32 bytes',
  isCaseless: false,
  networks: [
    mainnet('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', 'solana'),
    testnet('solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'Solana Devnet', 'solana-devnet'),
    testnet('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z', 'Solana Testnet', 'solana-testnet'),
  ],
  aliases: {
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
    'solana:mainnet': 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'solana:devnet': 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    'solana:testnet': 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  },
  namesOfV1: ['solana', 'solana-devnet', 'solana-testnet'],
} as const satisfies FamilyFacts;

const addressFault = malformedUnless((address) => decoded(() => base58.decode(address)).length === 32);

export const solanaRules = {
  addressFault,
  /** The system, token and memo programs, and addresses without any key. */
  burnAddresses:
    /^(?:1{32}|1nc1nerator1{32}|TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA|TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb|ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL)$/,
  /** The program of Solana itself, which is all zeros. */
  placeholders: /^1{32}$/,
  tokens: { areAddresses: true, areChecked: false },
  explorers: {
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': {
      wallets: 'https://solscan.io/account/',
      transactions: 'https://solscan.io/tx/',
    },
    'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': {
      wallets: 'https://solscan.io/account/',
      transactions: 'https://solscan.io/tx/',
      query: '?cluster=devnet',
    },
  },
  extraFault: ({ feePayer }, payTo) => {
    if (typeof feePayer !== 'string' || feePayer === '') {
      return 'extra has no feePayer, without which clients for Solana cannot sign; name that of your facilitator';
    }
    return feePayer === payTo
      ? 'extra.feePayer is the wallet that is paid, which facilitators refuse; name that of your facilitator'
      : undefined;
  },
  signing: {
    scheme: 'ed25519',
    account: 'Solana',
    chains: 'Solana',
    chainForm: 'the first 32 characters of a Solana genesis hash',
    accountForm: 'the base58 form of 32 bytes on Solana',
    isChain: (reference) => /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(reference),
    accountAt: (address) => (addressFault(address) ? undefined : address),
    owner: /[1-9A-HJ-NP-Za-km-z]{32,44}/,
    publicKey: (address) => base58.decode(address),
    payloads: (text) => [utf8ToBytes(text)],
  },
  ledger: { networks: 'Solana' },
  payer: {
    typescript: {
      packages: '@x402/fetch@2 @x402/svm@2 @solana/kit @scure/base',
      imports: `import { ExactSvmScheme } from '@x402/svm/exact/client';
import { ExactSvmSchemeV1 } from '@x402/svm/v1';
import { createKeyPairSignerFromBytes } from '@solana/kit';
import { base58 } from '@scure/base';`,
      keyPattern: '/^[1-9A-HJ-NP-Za-km-z]{64,88}$/',
      signer: 'await createKeyPairSignerFromBytes(base58.decode(key))',
      scheme: 'ExactSvmScheme',
    },
    python: {
      packages: "'x402[httpx,svm]>=2'",
      imports: `from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.svm import KeypairSigner
from x402.mechanisms.svm.exact.register import register_exact_svm_client`,
      keyPattern: '[1-9A-HJ-NP-Za-km-z]{64,88}',
      signer: 'KeypairSigner.from_base58(key)',
      register: 'register_exact_svm_client(client, signer, networks=NETWORKS[0])',
    },
  },
} as const satisfies FamilyRules;
