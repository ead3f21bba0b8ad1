/** Two streams of 32 bits, mixed by multiplying and shifting, read out as one number of 53 bits. Finds damage and change; keeps no secret. */
export class Hash {
  #low = 0x5eadbeef;
  #high = 0x41c6ce57;
  /** A text as numbers; kept from one to the next. */
  #characters = new Int32Array(4_096);

  /** Its length too: it matters where one text ends and the next begins. */
  addText(text: string): void {
    if (text.length >= this.#characters.length) this.#characters = new Int32Array(2 * text.length);

    const characters = this.#characters;
    for (let i = 0; i < text.length; i += 1) characters[i] = text.charCodeAt(i);
    characters[text.length] = text.length;
    this.#add(characters, text.length + 1);
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
