import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type AddressFault,
  type Explorer,
  type FamilyFacts,
  type FamilyRules,
  mainnet,
  testnet,
} from './family.ts';

/** Names of version 1: those of `@x402/evm/v1` (`NETWORKS`). */
export const eip155 = {
  addressForm: '0x and 40 hexadecimal digits',
  isCaseless: true,
  networks: [
    mainnet('eip155:8453', 'Base', 'base'),
    testnet('eip155:84532', 'Base Sepolia', 'base-sepolia'),
    mainnet('eip155:1', 'Ethereum', 'ethereum'),
    testnet('eip155:11155111', 'Sepolia', 'sepolia'),
    mainnet('eip155:137', 'Polygon', 'polygon'),
    testnet('eip155:80002', 'Polygon Amoy', 'polygon-amoy'),
    mainnet('eip155:42161', 'Arbitrum One', 'arbitrum'),
    testnet('eip155:421614', 'Arbitrum Sepolia', 'arbitrum-sepolia'),
    mainnet('eip155:10', 'OP Mainnet', 'optimism'),
    testnet('eip155:11155420', 'OP Sepolia', 'optimism-sepolia'),
    mainnet('eip155:56', 'BNB Smart Chain', 'bsc'),
    testnet('eip155:97', 'BNB Smart Chain Testnet', 'bsc-testnet'),
    mainnet('eip155:43114', 'Avalanche', 'avalanche'),
    testnet('eip155:43113', 'Avalanche Fuji', 'avalanche-fuji'),
    mainnet('eip155:1329', 'Sei', 'sei'),
    testnet('eip155:1328', 'Sei Testnet', 'sei-testnet'),
    mainnet('eip155:4689', 'IoTeX', 'iotex'),
    mainnet('eip155:3338', 'peaq', 'peaq'),
    mainnet('eip155:1514', 'Story', 'story'),
    mainnet('eip155:41923', 'EDU Chain', 'educhain'),
    mainnet('eip155:2741', 'Abstract', 'abstract'),
    testnet('eip155:11124', 'Abstract Testnet', 'abstract-testnet'),
    testnet('eip155:324705682', 'SKALE Base Sepolia', 'skale-base-sepolia'),
    mainnet('eip155:4326', 'MegaETH', 'megaeth'),
    mainnet('eip155:143', 'Monad', 'monad'),
    mainnet('eip155:988', 'Stable', 'stable'),
    testnet('eip155:2201', 'Stable Testnet', 'stable-testnet'),
    mainnet('eip155:42220', 'Celo', 'celo'),
    testnet('eip155:11142220', 'Celo Sepolia', 'celo-sepolia'),
    mainnet('eip155:14', 'Flare', 'flare'),
    mainnet('eip155:5042', 'Arc', 'arc'),
    testnet('eip155:5042002', 'Arc Testnet', 'arc-testnet'),
    mainnet('eip155:4663', 'Robinhood Chain', 'robinhood'),
    testnet('eip155:46630', 'Robinhood Chain Testnet', 'robinhood-testnet'),
    mainnet('eip155:196', 'X Layer', 'xlayer'),
    testnet('eip155:1952', 'X Layer Testnet', 'xlayer-testnet'),
    mainnet('eip155:999', 'HyperEVM', 'hyperevm'),
    testnet('eip155:998', 'HyperEVM Testnet', 'hyperevm-testnet'),
    mainnet('eip155:130', 'Unichain', 'unichain'),
    testnet('eip155:1301', 'Unichain Sepolia', 'unichain-sepolia'),
    mainnet('eip155:146', 'Sonic', 'sonic'),
    testnet('eip155:14601', 'Sonic Testnet', 'sonic-testnet'),
    testnet('eip155:57054', 'Sonic Blaze Testnet', 'sonic-blaze'),
    mainnet('eip155:480', 'World Chain'),
    testnet('eip155:4801', 'World Chain Sepolia'),
    mainnet('eip155:31612', 'Mezo'),
    testnet('eip155:31611', 'Mezo Testnet'),
    mainnet('eip155:50', 'XDC'),
    testnet('eip155:51', 'XDC Apothem'),
  ],
  aliases: {
    'world-chain': 'eip155:480',
    worldchain: 'eip155:480',
    'ethereum-sepolia': 'eip155:11155111',
    'x-layer': 'eip155:196',
  },
  namesOfV1: [
    ...[
      'base',
      'base-sepolia',
      'ethereum',
      'sepolia',
      'polygon',
      'polygon-amoy',
      'avalanche',
      'avalanche-fuji',
    ],
    ...['sei', 'sei-testnet', 'iotex', 'peaq', 'story', 'educhain', 'abstract', 'abstract-testnet'],
    ...['skale-base-sepolia', 'megaeth', 'monad', 'stable', 'stable-testnet', 'celo', 'flare'],
  ],
  reference: /^[1-9]\d{0,31}$/,
} as const satisfies FamilyFacts;

const evm = /^0x[0-9a-fA-F]{40}$/;

const etherscan = (origin: string): Explorer => ({
  wallets: `${origin}/address/`,
  transactions: `${origin}/tx/`,
});

export const eip155Rules = {
  addressFault: evmFault,
  canonical: (address) => (evm.test(address) ? withChecksum(address) : address),
  /** Zero, the first precompiled contracts and `0x…dEaD`; then numbers that are known to burn what they get. */
  burnAddresses: /^0x(?:0{39}[0-9]|0{36}dead|(?:dead){10}|dead0{16}42069420694206942069|e{40}|f{40})$/i,
  /** One digit 40 times, counted digits, and the address that tokens are burnt at. */
  placeholders: /^0x(?:([0-9a-f])\1{39}|(?:0123456789|1234567890){4}|0{36}dead|dead0{36})$/i,
  tokens: { areAddresses: true, areChecked: true },
  explorers: {
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
  },
  extraFault: ({ name, version, assetTransferMethod }) => {
    const isSignable = isText(name) && isText(version);

    return isSignable || (assetTransferMethod ?? 'eip3009') !== 'eip3009'
      ? undefined
      : 'extra has no name and version of the token, without which clients cannot sign; write both as its contract says them';
  },
  signing: {
    scheme: 'eip191',
    account: 'Ethereum',
    chains: 'an EVM chain (eip155)',
    chainForm: 'the number of an EVM chain, like 8453',
    accountForm: '0x and 40 hexadecimal digits on an EVM chain',
    isChain: (reference) => /^[1-9]\d{0,15}$/.test(reference) && Number.isSafeInteger(Number(reference)),
    accountAt: (address) => (/^0x[0-9a-f]{40}$/i.test(address) ? withChecksum(address) : undefined),
    owner: /0[xX][0-9a-fA-F]{40}/,
    contractChain: /\d{1,20}/,
  },
  ledger: { networks: 'an EVM network' },
  payer: {
    typescript: {
      packages: '@x402/fetch@2 @x402/evm@2 viem@2',
      imports: `import { ExactEvmScheme } from '@x402/evm';
import { ExactEvmSchemeV1 } from '@x402/evm/v1';
import { privateKeyToAccount } from 'viem/accounts';`,
      keyPattern: '/^0x[0-9a-fA-F]{64}$/',
      signer: 'privateKeyToAccount(key as `0x${string}`)',
      scheme: 'ExactEvmScheme',
    },
    python: {
      packages: "'x402[httpx,evm]>=2'",
      imports: `from eth_account import Account
from x402 import x402Client
from x402.http.clients import x402HttpxClient
from x402.mechanisms.evm import EthAccountSigner
from x402.mechanisms.evm.exact.register import register_exact_evm_client`,
      keyPattern: '0x[0-9a-fA-F]{64}',
      signer: 'EthAccountSigner(Account.from_key(key))',
      register: 'register_exact_evm_client(client, signer, networks=NETWORKS[0])',
    },
  },
} as const satisfies FamilyRules;

/** The CAIP-2 id of the chain with this number. */
export function evmChain(reference: string | number | bigint): string {
  return `eip155:${String(reference)}`;
}

/** An EVM address, given in any letter case, with its EIP-55 checksum. */
function withChecksum(address: string): string {
  return `0x${checksummed(address.slice(2))}`;
}

/** Mixed case is an EIP-55 checksum and must be correct; an address in a single case has no checksum. */
function evmFault(address: string): AddressFault | undefined {
  if (!evm.test(address)) return 'address_malformed';

  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return digits === checksummed(digits) ? undefined : 'address_checksum';
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(digits: string): string {
  const lowerCase = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lowerCase)));

  return lowerCase.replaceAll(/[a-f]/g, (letter, place: number) =>
    Number.parseInt(hash[place] ?? '', 16) >= 8 ? letter.toUpperCase() : letter,
  );
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
