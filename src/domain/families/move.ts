import { malformedUnless } from './family.ts';

/** How addresses are written where contracts are in Move: on Aptos and Sui. */
export const moveAddressForm = '0x and 64 hexadecimal digits';

export const moveAddresses = {
  addressFault: malformedUnless((address) => /^0x[0-9a-fA-F]{64}$/.test(address)),
  /** 32 bytes that are zero but for the last two. */
  graves: /^0x0{60}(?:0{4}|dead)$/i,
};
