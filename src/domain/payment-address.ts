import { sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { base32nopad, base58 } from '@scure/base';
import { isBurnAddress } from './burn-address.ts';
import type { Family } from './network.ts';

type AddressFault = 'address_malformed' | 'address_checksum';

export type WalletFault = AddressFault | 'address_burn';

const evm = /^0x[0-9a-fA-F]{40}$/;
const hex32 = /^0x[0-9a-fA-F]{64}$/;
/** The first byte and the length of decoded Stellar accounts, contracts and muxed accounts: SEP-23. */
const stellarForms: readonly (readonly [version: number, bytes: number])[] = [
  [6 << 3, 35],
  [2 << 3, 35],
  [12 << 3, 43],
];
const hedera = /^\d{1,19}\.\d{1,19}\.\d{1,19}$/;
const keeta = /^keeta_[a-z2-7]{40,80}$/;
const printable = /^[\x21-\x7e]{1,128}$/;

/** No family has longer addresses, and decoding base58 takes O(length²). */
const maxAddressLength = 128;

const checks: Readonly<Record<Family, (address: string) => AddressFault | undefined>> = {
  eip155: evmFault,
  solana: malformedUnless((address) => decoded(() => base58.decode(address)).length === 32),
  stellar: malformedUnless(isStellarAddress),
  aptos: malformedUnless((address) => hex32.test(address)),
  sui: malformedUnless((address) => hex32.test(address)),
  algorand: malformedUnless(isAlgorandAddress),
  hedera: malformedUnless((address) => hedera.test(address)),
  keeta: malformedUnless((address) => keeta.test(address)),
  other: malformedUnless((address) => printable.test(address)),
};

/** The fault of a wallet address on a network of this family; undefined when it is valid. */
export function addressFault(family: Family, address: string): AddressFault | undefined {
  if (address.length > maxAddressLength) return 'address_malformed';

  return checks[family](address);
}

/** The fault of the address that a seller is paid at: of its form, or that nobody could spend what is sent there. */
export function walletFault(family: Family, address: string): WalletFault | undefined {
  return addressFault(family, address) ?? (isBurnAddress(family, address) ? 'address_burn' : undefined);
}

/** An EVM address, given in any letter case, with its EIP-55 checksum. */
export function withChecksum(address: string): string {
  return `0x${checksummed(address.slice(2))}`;
}

/** The one spelling in which addresses are shown and name owners: EVM addresses carry their checksum. */
export function canonicalAddress(family: Family, address: string): string {
  return family === 'eip155' && evm.test(address) ? withChecksum(address) : address;
}

/** Mixed case is an EIP-55 checksum and must be correct; an address in a single case has no checksum. */
function evmFault(address: string): AddressFault | undefined {
  if (!evm.test(address)) return 'address_malformed';

  const digits = address.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return undefined;
  return digits === checksummed(digits) ? undefined : 'address_checksum';
}

/** EIP-55: a letter is upper case where the hash of the lower-case address has a digit of 8 or more. */
function checksummed(digits: string): string {
  const lowerCase = digits.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lowerCase)));

  return lowerCase.replaceAll(/[a-f]/g, (letter, place: number) =>
    Number.parseInt(hash[place] ?? '', 16) >= 8 ? letter.toUpperCase() : letter,
  );
}

/** An Algorand address is a public key and the last 4 bytes of its SHA-512/256, in base32 without padding. */
function isAlgorandAddress(address: string): boolean {
  const bytes = decoded(() => base32nopad.decode(address));
  const checksum = sha512_256(bytes.slice(0, 32)).slice(-4);

  return bytes.length === 36 && checksum.every((byte, i) => byte === bytes[32 + i]);
}

/** A Stellar address is a version byte, a key and the CRC-16/XMODEM of both (low byte first), in base32 without padding. */
function isStellarAddress(address: string): boolean {
  const bytes = decoded(() => base32nopad.decode(address));
  const [low, high] = bytes.slice(-2);
  const isForm = stellarForms.some(([version, length]) => bytes[0] === version && bytes.length === length);

  return isForm && crc16(bytes.slice(0, -2)) === (low ?? 0) + ((high ?? 0) << 8);
}

function crc16(bytes: Uint8Array): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

function malformedUnless(isWellFormed: (address: string) => boolean) {
  return (address: string): AddressFault | undefined =>
    isWellFormed(address) ? undefined : 'address_malformed';
}

/** Returns no bytes when the text cannot be decoded. */
function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch {
    return new Uint8Array();
  }
}
