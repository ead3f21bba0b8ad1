import type { DeclaredService } from '../../domain/service.ts';

/** A hash of 53 bits from two streams of 32 bits, mixed by multiplying and shifting. Detects damage and change; not cryptographic. */
class Hash {
  #low = 0x5eadbeef;
  #high = 0x41c6ce57;
  readonly #encoder = new TextEncoder();
  /** Room for a text as UTF-8, four bytes to a number; reused for each text. */
  #room = new Int32Array(4_096);

  /** Adds a text without its length, so callers must put separators between texts. */
  addText(text: string): void {
    if (text.length >= this.#room.length) this.#room = new Int32Array(2 * text.length);

    const bytes = new Uint8Array(this.#room.buffer);
    const { written } = this.#encoder.encodeInto(text, bytes);
    const count = Math.ceil(written / 4);
    bytes.fill(0, written, 4 * count);
    this.#add(this.#room, count);
  }

  /** Adds bytes, whose number must be a multiple of four. Adding them in one piece or in several gives the same hash. */
  addBytes({ buffer, byteOffset, length }: Uint8Array): void {
    this.#add(new Int32Array(buffer, byteOffset, length / 4), length / 4);
  }

  /** The hash of everything added since the last call; starts over. */
  end(): number {
    const value = (this.#high >>> 11) * 0x100000000 + (this.#low >>> 0);

    [this.#low, this.#high] = [0x5eadbeef, 0x41c6ce57];
    return value;
  }

  #add(words: Int32Array, count: number): void {
    let [low, high] = [this.#low, this.#high];

    for (let i = 0; i < count; i += 1) {
      const word = words[i] ?? 0;
      low = Math.imul(low ^ word, 0x9e3779b1);
      low ^= low >>> 15;
      high = Math.imul(high ^ word, 0x5f356495);
      high ^= high >>> 13;
    }
    [this.#low, this.#high] = [low, high];
  }
}

/** The text of a service from which a model makes its vector. */
export function meaningText({ name, description }: Pick<DeclaredService, 'name' | 'description'>): string {
  return `${name}. ${description}`;
}

const hash = new Hash();

/** A number that stands for a text, to find its vector by. */
export function meaningKey(text: string): number {
  hash.addText(text);
  return hash.end();
}
