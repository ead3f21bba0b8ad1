import { expect, it } from 'vitest';
import { transactionPage, walletPage } from '../../src/site/explorers.ts';

it('finds the pages of a wallet and of a transaction, by any name of the network', () => {
  expect(walletPage('base', '0xa1')).toBe('https://basescan.org/address/0xa1');
  expect(transactionPage('eip155:8453', '0xf00')).toBe('https://basescan.org/tx/0xf00');
  expect(transactionPage('solana-devnet', '5sig')).toBe('https://solscan.io/tx/5sig?cluster=devnet');
});

it('knows no page on a network without a known explorer', () => {
  expect(transactionPage('eip155:424242', '0xf00')).toBeUndefined();
});

it('keeps what an address or a hash says within the path', () => {
  expect(walletPage('base', '../?a#b')).toBe('https://basescan.org/address/..%2F%3Fa%23b');
});
