/** Two streams of 32 bits (the mixing steps of MurmurHash3), read out as one number of 53 bits. Not a secret: finds damage and change. */
class Hash {
  #low: number;
  #high: number;

  constructor(seed = 0) {
    this.#low = seed ^ 0xdeadbeef;
    this.#high = seed ^ 0x41c6ce57;
  }

  add(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x9e3779b1);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high ^ value, 0x5f356495);
    this.#high ^= this.#high >>> 13;
  }

  end(): number {
    return (this.#high >>> 11) * 0x100000000 + (this.#low >>> 0);
  }
}

/** A number for some texts: other texts have, with all but certainty, another. */
export function hashTexts(texts: readonly string[]): number {
  const hash = new Hash();

  for (const text of texts) {
    hash.add(text.length);
    for (let i = 0; i < text.length; i += 1) hash.add(text.charCodeAt(i));
  }
  return hash.end();
}

/** A number for some bytes, continuing from that of the bytes before. Bytes that do not fill a word of 32 bits at the end count one by one. */
export function hashBytes(bytes: Uint8Array, before: number): number {
  const hash = new Hash((before >>> 0) ^ Math.floor(before / 0x100000000));
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 4));

  hash.add(bytes.length);
  for (const word of words) hash.add(word);
  for (let i = words.length * 4; i < bytes.length; i += 1) hash.add(bytes[i] ?? 0);
  return hash.end();
}
