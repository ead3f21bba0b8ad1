/** Two streams of 32 bits, mixed by multiplying and shifting, read out as one number of 53 bits. Finds damage and change; keeps no secret. */
export class Hash {
  #low = 0x5eadbeef;
  #high = 0x41c6ce57;
  readonly #encoder = new TextEncoder();
  /** Room for a text as UTF-8, four bytes to a number; kept from one to the next. */
  #room = new Int32Array(4_096);

  /** No length is kept: whoever adds several texts must part them. */
  addText(text: string): void {
    if (text.length >= this.#room.length) this.#room = new Int32Array(2 * text.length);

    const bytes = new Uint8Array(this.#room.buffer);
    const { written } = this.#encoder.encodeInto(text, bytes);
    const count = Math.ceil(written / 4);
    bytes.fill(0, written, 4 * count);
    this.#add(this.#room, count);
  }

  /** By words of 32 bits; their number must be whole. All at once or piece by piece comes to the same. */
  addBytes({ buffer, byteOffset, length }: Uint8Array): void {
    this.#add(new Int32Array(buffer, byteOffset, length / 4), length / 4);
  }

  /** What was added since the last end, or the beginning. */
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
