import { type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

export const hedera = {
  addressForm: 'shard.realm.number, like 0.0.1234',
  isCaseless: false,
  networks: [mainnet('hedera:mainnet', 'Hedera'), testnet('hedera:testnet', 'Hedera Testnet')],
  aliases: {
    hedera: 'hedera:mainnet',
  },
} as const satisfies FamilyFacts;

export const hederaRules = {
  addressFault: malformedUnless((address) => /^\d{1,19}\.\d{1,19}\.\d{1,19}$/.test(address)),
  burnAddresses: /^0\.0\.0$/,
  tokens: { areAddresses: false, areChecked: false },
  explorers: {
    'hedera:mainnet': {
      wallets: 'https://hashscan.io/mainnet/account/',
      transactions: 'https://hashscan.io/mainnet/transaction/',
    },
  },
} as const satisfies FamilyRules;
