/** Two streams of 32 bits, mixed by multiplying and shifting, read out as one number of 53 bits. Finds damage and change; keeps no secret. */
export class Hash {
  #low = 0xdeadbeef;
  #high = 0x41c6ce57;

  add(value: number): void {
    this.#low = Math.imul(this.#low ^ value, 0x9e3779b1);
    this.#low ^= this.#low >>> 15;
    this.#high = Math.imul(this.#high ^ value, 0x5f356495);
    this.#high ^= this.#high >>> 13;
  }

  addText(text: string): void {
    this.add(text.length);
    for (let i = 0; i < text.length; i += 1) this.add(text.charCodeAt(i));
  }

  /** By words of 32 bits; their number must be whole. */
  addBytes({ buffer, byteOffset, length }: Uint8Array): void {
    for (const word of new Uint32Array(buffer, byteOffset, length / 4)) this.add(word);
  }

  end(): number {
    return (this.#high >>> 11) * 0x100000000 + (this.#low >>> 0);
  }
}
