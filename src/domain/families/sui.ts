import { type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

export const sui = {
  addressForm: '0x and 64 hexadecimal digits',
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
  addressFault: malformedUnless((address) => /^0x[0-9a-fA-F]{64}$/.test(address)),
  /** 32 bytes that are zero but for the last two. */
  graves: /^0x0{60}(?:0{4}|dead)$/i,
  tokens: { areAddresses: false, areChecked: false },
  explorers: {
    'sui:mainnet': {
      wallets: 'https://suiscan.xyz/mainnet/account/',
      transactions: 'https://suiscan.xyz/mainnet/tx/',
    },
  },
} as const satisfies FamilyRules;
