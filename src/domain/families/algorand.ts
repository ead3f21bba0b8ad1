import { sha512_256 } from '@noble/hashes/sha2.js';
import { base32nopad } from '@scure/base';
import { decoded, type FamilyFacts, type FamilyRules, mainnet, malformedUnless, testnet } from './family.ts';

/** Genesis hashes in full are aliases, as CAIP-2 takes their first 32 characters. */
export const algorand = {
  addressForm: '58 base32 characters with their checksum',
  isCaseless: false,
  networks: [
    mainnet('algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k', 'Algorand'),
    testnet('algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', 'Algorand Testnet'),
  ],
  aliases: {
    'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=': 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
    'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=': 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
    algorand: 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k',
  },
} as const satisfies FamilyFacts;

export const algorandRules = {
  addressFault: malformedUnless(isAddress),
  burnAddresses: /^A{52}Y5HFKQ$/,
  tokens: { areAddresses: false, areChecked: false },
} as const satisfies FamilyRules;

/** An address is a public key and the last 4 bytes of its SHA-512/256, in base32 without padding. */
function isAddress(address: string): boolean {
  const bytes = decoded(() => base32nopad.decode(address));
  const checksum = sha512_256(bytes.slice(0, 32)).slice(-4);

  return bytes.length === 36 && checksum.every((byte, i) => byte === bytes[32 + i]);
}
