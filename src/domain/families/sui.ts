import { type FamilyFacts, type FamilyRules, mainnet, testnet } from './family.ts';
import { moveAddresses, moveAddressForm } from './move.ts';

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
