import type { Family } from './network.ts';

/** The one spelling by which addresses are compared, stored and found: EVM addresses are the same in any letter case. */
export function foldedAddress(family: Family, address: string): string {
  return family === 'eip155' ? address.toLowerCase() : address;
}
