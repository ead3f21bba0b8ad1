import { type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

/** Every namespace without rules of its own. */
export const other = {
  addressForm: '1 to 128 printable ASCII characters',
  isCaseless: false,
  networks: [
    mainnet('xrpl:0', 'XRP Ledger', 'xrpl'),
    testnet('xrpl:1', 'XRP Ledger Testnet', 'xrpl-testnet'),
    testnet('xrpl:2', 'XRP Ledger Devnet', 'xrpl-devnet'),
    mainnet('stacks:1', 'Stacks', 'stacks'),
    testnet('stacks:2147483648', 'Stacks Testnet', 'stacks-testnet'),
    mainnet('cosmos:noble-1', 'Noble', 'noble'),
    testnet('cosmos:grand-1', 'Noble Testnet', 'noble-testnet'),
  ],
} as const satisfies FamilyFacts;

export const otherRules = {
  addressFault: malformedUnless((address) => /^[\x21-\x7e]{1,128}$/.test(address)),
  /** Those of the XRP Ledger and of Stacks. */
  burnAddresses:
    /^(?:rrrrrrrrrrrrrrrrrrrrrhoLvTp|rrrrrrrrrrrrrrrrrrrrBZbvji|SP000000000000000000002Q6VF78|ST000000000000000000002AMW42H)$/,
  tokens: { areAddresses: true, areChecked: false },
} as const satisfies FamilyRules;
