import { type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

/** How addresses are written where contracts are in Move: on Aptos and Sui. */
const moveAddressForm = '0x and 64 hexadecimal digits';

const moveAddresses = {
  addressFault: malformedUnless((address) => /^0x[0-9a-fA-F]{64}$/.test(address)),
  /** 32 bytes that are zero but for the last two. */
  burnAddresses: /^0x0{60}(?:0{4}|dead)$/i,
};

export const sui = {
  addressForm: moveAddressForm,
  isCaseless: false,
  networks: [
    mainnet('sui:mainnet', 'Sui'),
    testnet('sui:testnet', 'Sui Testnet'),
    testnet('sui:devnet', 'Sui Devnet'),
  ],
  aliases: {
    sui: 'sui:mainnet',
  },
} as const satisfies FamilyFacts;

export const suiRules = {
  ...moveAddresses,
  tokens: { areAddresses: false, areChecked: false },
  explorers: {
    'sui:mainnet': {
      wallets: 'https://suiscan.xyz/mainnet/account/',
      transactions: 'https://suiscan.xyz/mainnet/tx/',
    },
  },
} as const satisfies FamilyRules;

export const aptos = {
  addressForm: moveAddressForm,
  isCaseless: false,
  networks: [mainnet('aptos:1', 'Aptos'), testnet('aptos:2', 'Aptos Testnet')],
  aliases: {
    aptos: 'aptos:1',
  },
} as const satisfies FamilyFacts;

export const aptosRules = {
  ...moveAddresses,
  tokens: { areAddresses: true, areChecked: false },
  explorers: {
    'aptos:1': {
      wallets: 'https://explorer.aptoslabs.com/account/',
      transactions: 'https://explorer.aptoslabs.com/txn/',
    },
  },
} as const satisfies FamilyRules;
