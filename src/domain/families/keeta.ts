import { type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

export const keeta = {
  addressForm: 'keeta_ and a base32 key',
  isCaseless: false,
  networks: [mainnet('keeta:21378', 'Keeta'), testnet('keeta:1413829460', 'Keeta Testnet')],
  aliases: {
    keeta: 'keeta:21378',
  },
} as const satisfies FamilyFacts;

export const keetaRules = {
  addressFault: malformedUnless((address) => /^keeta_[a-z2-7]{40,80}$/.test(address)),
  tokens: { areAddresses: true, areChecked: false },
} as const satisfies FamilyRules;
