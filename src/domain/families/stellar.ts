import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base32nopad } from '@scure/base';
import { decoded, type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

export const stellar = {
  addressForm: 'a Stellar account (G…), contract (C…) or muxed account (M…)',
  isCaseless: false,
  networks: [mainnet('stellar:pubnet', 'Stellar'), testnet('stellar:testnet', 'Stellar Testnet')],
  aliases: {
    stellar: 'stellar:pubnet',
  },
} as const satisfies FamilyFacts;

/** The first byte and the length of decoded accounts, contracts and muxed accounts: SEP-23. */
const forms: readonly (readonly [version: number, bytes: number])[] = [
  [6 << 3, 35],
  [2 << 3, 35],
  [12 << 3, 43],
];

export const stellarRules = {
  addressFault: malformedUnless(isAddress),
  burnAddresses: /^GA{52}WHF$/,
  tokens: { areAddresses: true, areChecked: false },
  explorers: {
    'stellar:pubnet': {
      wallets: 'https://stellar.expert/explorer/public/account/',
      transactions: 'https://stellar.expert/explorer/public/tx/',
    },
  },
  signing: {
    scheme: 'ed25519',
    account: 'Stellar',
    chains: 'Stellar',
    chainForm: '"pubnet" or "testnet" on Stellar',
    accountForm: 'G and 55 base32 characters on Stellar',
    isChain: (reference) => reference === 'pubnet' || reference === 'testnet',
    accountAt: (address) => (address.startsWith('G') && isAddress(address) ? address : undefined),
    owner: /G[A-Z2-7]{55}/,
    publicKey: (address) => base32nopad.decode(address).slice(1, 33),
    // Wallets sign no text as it is, but its hash by SEP-53.
    payloads: (text) => [utf8ToBytes(text), sha256(utf8ToBytes(`Stellar Signed Message:\n${text}`))],
  },
} as const satisfies FamilyRules;

/** An address is a version byte, a key and the CRC-16/XMODEM of both (low byte first), in base32 without padding. */
function isAddress(address: string): boolean {
  const bytes = decoded(() => base32nopad.decode(address));
  const [low, high] = bytes.slice(-2);
  const isForm = forms.some(([version, length]) => bytes[0] === version && bytes.length === length);

  return isForm && crc16(bytes.slice(0, -2)) === (low ?? 0) + ((high ?? 0) << 8);
}

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}
