import { hash } from 'node:crypto';

/** Counts rows and digests them, in whatever order they come: equal sets of rows have equal digests. */
export class RowSet {
  #count = 0;
  #high = 0n;
  #low = 0n;

  /** Values are texts, whole numbers, bytes or null. */
  add(values: readonly unknown[]): void {
    const digest = hash('sha256', JSON.stringify(values.map(plain)), 'buffer');
    this.#count += 1;
    this.#high = BigInt.asUintN(64, this.#high + digest.readBigUInt64BE(0));
    this.#low = BigInt.asUintN(64, this.#low + digest.readBigUInt64BE(8));
  }

  get count(): number {
    return this.#count;
  }

  /** 32 hexadecimal digits: the sum of the first 128 bits of each row's SHA-256, half by half. */
  get digest(): string {
    return [this.#high, this.#low].map((half) => half.toString(16).padStart(16, '0')).join('');
  }

  equals(other: RowSet): boolean {
    return this.#count === other.#count && this.digest === other.digest;
  }
}

/** Bytes must differ from the text that spells them. */
function plain(value: unknown): unknown {
  return Buffer.isBuffer(value) ? [value.toString('base64')] : value;
}
