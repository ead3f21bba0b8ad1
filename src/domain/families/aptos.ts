import { type FamilyFacts, type FamilyRules, mainnet, testnet } from './family.ts';
import { moveAddresses, moveAddressForm } from './move.ts';

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
