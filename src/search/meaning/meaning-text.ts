import type { DeclaredService } from '../../domain/service.ts';

/** The text of a service from which a model makes its vector. */
export function meaningText({ name, description }: Pick<DeclaredService, 'name' | 'description'>): string {
  return `${name}. ${description}`;
}

const encoder = new TextEncoder();

/**
 * A number that stands for a text, to find its vector by: a hash of 53 bits from two streams of 32 bits, mixed by multiplying and shifting. Detects
 * damage and change; not cryptographic.
 */
export function meaningKey(text: string): number {
  let [low, high] = [0x5eadbeef, 0x41c6ce57];

  for (const word of wordsOf(text)) {
    low = Math.imul(low ^ word, 0x9e3779b1);
    low ^= low >>> 15;
    high = Math.imul(high ^ word, 0x5f356495);
    high ^= high >>> 13;
  }
  return (high >>> 11) * 0x100000000 + (low >>> 0);
}

/** A text as UTF-8, four bytes to a number. No text is longer in bytes than four for each of its units. */
function wordsOf(text: string): Int32Array {
  const words = new Int32Array(text.length);
  const { written } = encoder.encodeInto(text, new Uint8Array(words.buffer));

  return words.subarray(0, Math.ceil(written / 4));
}
