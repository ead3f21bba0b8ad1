import { type Family, factsOf, rulesOf } from './families/families.ts';
import type { AddressFault } from './families/family.ts';

export type WalletFault = AddressFault | 'address_burn';

/** No family has longer addresses, and decoding base58 takes O(length²). */
const maxAddressLength = 128;

/** The fault of a wallet address on a network of this family; undefined when it is valid. */
export function addressFault(family: Family, address: string): AddressFault | undefined {
  if (address.length > maxAddressLength) return 'address_malformed';

  return rulesOf(family).addressFault(address);
}

/** The fault of the address that a seller is paid at: of its form, or that nobody could spend what is sent there. */
export function walletFault(family: Family, address: string): WalletFault | undefined {
  return addressFault(family, address) ?? (isBurnAddress(family, address) ? 'address_burn' : undefined);
}

/** Whether an address belongs to nobody, so that what is sent there is lost. */
export function isBurnAddress(family: Family, address: string): boolean {
  return rulesOf(family).burnAddresses?.test(address) ?? false;
}

/** The one spelling in which addresses are shown and name owners: EVM addresses carry their checksum. */
export function canonicalAddress(family: Family, address: string): string {
  return rulesOf(family).canonical?.(address) ?? address;
}

/** The one spelling by which addresses are compared, stored and found: EVM addresses are the same in any letter case. */
export function comparableAddress(family: Family, address: string): string {
  return factsOf(family).isCaseless ? address.toLowerCase() : address;
}
