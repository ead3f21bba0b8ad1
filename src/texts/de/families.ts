import type { Family, FamilyWith } from '../../domain/families/families.ts';

/* What pages say of a family of networks. */

/** Where an address of each family is one and the same wallet, after „auf“. */
export const familyTitles: Readonly<Record<Family, string>> = {
  eip155: 'EVM-Netzwerken',
  solana: 'Solana',
  stellar: 'Stellar',
  aptos: 'Aptos',
  sui: 'Sui',
  algorand: 'Algorand',
  hedera: 'Hedera',
  keeta: 'Keeta',
  other: 'anderen Netzwerken',
};

/** Describes the address format of each family in words. */
export const addressForms: Readonly<Record<Family, string>> = {
  eip155: '0x und 40 hexadezimale Ziffern',
  solana: '32 Bytes in base58',
  stellar: 'ein Konto (G…), ein Vertrag (C…) oder ein Sammelkonto (M…) von Stellar',
  aptos: '0x und 64 hexadezimale Ziffern',
  sui: '0x und 64 hexadezimale Ziffern',
  algorand: '58 Zeichen in base32 samt Prüfsumme',
  hedera: 'shard.realm.number, etwa 0.0.1234',
  keeta: 'keeta_ und ein Schlüssel in base32',
  other: '1 bis 128 druckbare ASCII-Zeichen',
};

/** How a private key is written. */
export const keyForms: Readonly<Record<FamilyWith<'payer'>, string>> = {
  eip155: '0x und 64 hexadezimale Ziffern',
  solana: '64 Bytes in Base58',
};
