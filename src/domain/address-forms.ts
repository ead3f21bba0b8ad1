import type { Family } from './network.ts';

/** Describes the address format of each family in words. */
export const addressForms: Readonly<Record<Family, string>> = {
  eip155: '0x and 40 hexadecimal digits',
  solana: 'the base58 form of 32 bytes',
  stellar: 'a Stellar account (G…), contract (C…) or muxed account (M…)',
  aptos: '0x and 64 hexadecimal digits',
  sui: '0x and 64 hexadecimal digits',
  algorand: '58 base32 characters with their checksum',
  hedera: 'shard.realm.number, like 0.0.1234',
  keeta: 'keeta_ and a base32 key',
  other: '1 to 128 printable ASCII characters',
};
