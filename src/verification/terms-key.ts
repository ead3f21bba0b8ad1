import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { PaymentTerms } from '../domain/payment-terms.ts';

/** The terms that a key was made from, in the order of the key; undefined where it holds only their hash. */
export function termsIn(key: string): PaymentTerms[] | undefined {
  const lines = key.split('\n').map((line) => line.split(' '));
  if (lines.some((parts) => parts.length !== 5)) return undefined;

  return lines.map(([scheme = '', network = '', payTo = '', asset = '', amount = '']) => ({
    ...{ scheme, network, payTo, asset, amount },
  }));
}

/** Limit of the length of a key, which the 64 entries that are read of a 402 seldom reach; a longer one is replaced by its hash. */
const longestKey = 8_192;

/** A key that is equal for equal terms, in any order. */
export function keyOf(offered: readonly PaymentTerms[]): string {
  const key = offered
    .map(({ scheme, network, payTo, asset, amount }) => [scheme, network, payTo, asset, amount].join(' '))
    .sort()
    .join('\n');

  return key.length > longestKey ? `0x${bytesToHex(sha256(utf8ToBytes(key)))}` : key;
}
