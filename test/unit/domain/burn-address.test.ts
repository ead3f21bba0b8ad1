import { describe, expect, it } from 'vitest';
import type { Family } from '../../../src/domain/families/families.ts';
import { addressFault, isBurnAddress, walletFault } from '../../../src/domain/payment-address.ts';

const burnAddresses: readonly (readonly [Family, string])[] = [
  ['eip155', `0x${'0'.repeat(40)}`],
  ['eip155', '0x0000000000000000000000000000000000000001'],
  ['eip155', '0x000000000000000000000000000000000000dEaD'],
  ['eip155', '0x000000000000000000000000000000000000dead'],
  ['eip155', '0xdead000000000000000042069420694206942069'],
  ['eip155', '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'],
  ['eip155', `0x${'f'.repeat(40)}`],
  ['solana', '11111111111111111111111111111111'],
  ['solana', '1nc1nerator11111111111111111111111111111111'],
  ['solana', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'],
  ['solana', 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'],
  ['stellar', 'GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAWHF'],
  ['algorand', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
  ['aptos', `0x${'0'.repeat(64)}`],
  ['sui', `0x${'0'.repeat(60)}dead`],
  ['hedera', '0.0.0'],
  ['other', 'rrrrrrrrrrrrrrrrrrrrrhoLvTp'],
];

describe('a burn address', () => {
  it.each(burnAddresses)('of %s is %s, in a valid form', (family, address) => {
    expect(addressFault(family, address)).toBeUndefined();
    expect(isBurnAddress(family, address)).toBe(true);
    expect(walletFault(family, address)).toBe('address_burn');
  });

  it.each([
    ['eip155', `0x${'1'.repeat(40)}`],
    ['eip155', '0x00000000000000000000000000000000000000a1'],
    ['eip155', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'],
    ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
    ['hedera', '0.0.1234'],
    ['other', '11111111111111111111111111111111'],
  ] as const)('of %s is not %s', (family, address) => {
    expect(isBurnAddress(family, address)).toBe(false);
    expect(walletFault(family, address)).toBe(addressFault(family, address));
  });
});
