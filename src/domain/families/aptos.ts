import { type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

export const aptos = {
  addressForm: '0x and 64 hexadecimal digits',
  isCaseless: false,
  networks: [mainnet('aptos:1', 'Aptos'), testnet('aptos:2', 'Aptos Testnet')],
  aliases: {
    aptos: 'aptos:1',
  },
} as const satisfies FamilyFacts;

export const aptosRules = {
  addressFault: malformedUnless((address) => /^0x[0-9a-fA-F]{64}$/.test(address)),
  /** 32 bytes that are zero but for the last two. */
  graves: /^0x0{60}(?:0{4}|dead)$/i,
  tokens: { areAddresses: true, areChecked: false },
  explorers: {
    'aptos:1': {
      wallets: 'https://explorer.aptoslabs.com/account/',
      transactions: 'https://explorer.aptoslabs.com/txn/',
    },
  },
} as const satisfies FamilyRules;
