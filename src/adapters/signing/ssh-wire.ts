/** Reads the fields of SSH's wire format (RFC 4251, 5). Throws at the end of the bytes. */
export class WireReader {
  #rest: Buffer;

  constructor(bytes: Buffer, start = '') {
    if (bytes.subarray(0, start.length).toString('latin1') !== start) throw new Error('another format');
    this.#rest = bytes.subarray(start.length);
  }

  get isAtEnd(): boolean {
    return this.#rest.length === 0;
  }

  number(): number {
    const value = this.#rest.readUInt32BE();
    this.#rest = this.#rest.subarray(4);
    return value;
  }

  string(): Buffer {
    const length = this.number();
    if (length > this.#rest.length) throw new Error('a field is longer than the file');
    const value = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return value;
  }
}

/** A field of SSH's wire format (RFC 4251, 5). */
export function wireString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);

  return Buffer.concat([length, bytes]);
}
