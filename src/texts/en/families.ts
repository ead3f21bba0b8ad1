import type { Family, FamilyWith } from '../../domain/families/families.ts';

/* What pages say of a family of networks. */

/** Where an address of each family is one and the same wallet. */
export const familyTitles: Readonly<Record<Family, string>> = {
  eip155: 'EVM networks',
  solana: 'Solana',
  stellar: 'Stellar',
  aptos: 'Aptos',
  sui: 'Sui',
  algorand: 'Algorand',
  hedera: 'Hedera',
  keeta: 'Keeta',
  other: 'other networks',
};

/** How a private key is written. */
export const keyForms: Readonly<Record<FamilyWith<'payer'>, string>> = {
  eip155: '0x and 64 hexadecimal digits',
  solana: '64 bytes in base58',
};
