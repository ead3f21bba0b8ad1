import { expect, it } from 'vitest';
import { transactionPage, walletPage } from '../../../src/site/explorers.ts';

const noLocal = { localNetworks: new Set<string>() };

it('finds the pages of a wallet and of a transaction, by any name of the network', () => {
  expect(walletPage('base', '0xa1', noLocal)).toBe('https://basescan.org/address/0xa1');
  expect(transactionPage('eip155:8453', '0xf00', noLocal)).toBe('https://basescan.org/tx/0xf00');
  expect(transactionPage('solana-devnet', '5sig', noLocal)).toBe('https://solscan.io/tx/5sig?cluster=devnet');
});

it('knows no page on a network without a known explorer', () => {
  expect(transactionPage('eip155:424242', '0xf00', noLocal)).toBeUndefined();
});

it('keeps what an address or a hash says within the path', () => {
  expect(walletPage('base', '../?a#b', noLocal)).toBe('https://basescan.org/address/..%2F%3Fa%23b');
});
