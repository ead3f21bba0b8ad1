/** Writes whole numbers from 0 on, in 7 bits a byte with the lowest first, and texts. */
export class ByteWriter {
  readonly #bytes: number[] = [];

  number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#bytes.push((rest % 128) + 128);
      rest = Math.floor(rest / 128);
    }
    this.#bytes.push(rest);
  }

  /** Any whole number; those near 0 are short. */
  signed(value: number): void {
    this.number(value < 0 ? -2 * value - 1 : 2 * value);
  }

  text(value: string): void {
    const bytes = Buffer.from(value);
    this.number(bytes.length);
    for (const byte of bytes) this.#bytes.push(byte);
  }

  finish(): Buffer {
    return Buffer.from(this.#bytes);
  }
}

/** Reads what `ByteWriter` wrote. @throws {RangeError} at the end of the bytes */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.length;
  }

  number(): number {
    let value = 0;
    for (let unit = 1; ; unit *= 128) {
      const byte = this.#next();
      value += (byte % 128) * unit;
      if (byte < 128) return value;
    }
  }

  signed(): number {
    const value = this.number();

    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.number();
    const bytes = this.#bytes.subarray(this.#at, this.#at + length);
    if (bytes.length < length) throw new RangeError('the text is cut');

    this.#at += length;
    return Buffer.from(bytes).toString();
  }

  #next(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new RangeError('the bytes end too early');

    this.#at += 1;
    return byte;
  }
}
