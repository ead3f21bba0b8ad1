import { expect, it } from 'vitest';
import { isTransactionId, normalizeTransactionId } from '../../../src/domain/transaction-id.ts';

const hash = `0x${'aB'.repeat(32)}`;
const signature = '5'.repeat(88);

it.each([
  ['base', hash, true],
  ['eip155:8453', signature, false],
  ['base', `${hash}00`, false],
  ['base', `${hash}\n`, false],
  ['solana', signature, true],
  ['solana', hash, false],
  ['stellar', hash, true],
])('takes an id on %s by the form of its family: %s', (network, tx, expected) => {
  expect(isTransactionId(network, tx)).toBe(expected);
});

it('spells hashes in lower case, and leaves signatures alone', () => {
  expect(normalizeTransactionId(hash)).toBe(`0x${'ab'.repeat(32)}`);
  expect(normalizeTransactionId('5aB')).toBe('5aB');
});
