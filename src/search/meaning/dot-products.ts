/** Rows that the kernel reads in one call; their dot products fit in the room that stands before the rows. */
const rowsAtOnce = 4_096;
const pageBytes = 65_536;
/** A row takes a multiple of this, the width of a vector register. */
const step = 16;

/** The kernel that multiplies rows: `dot-products.wat`, compiled. */
export const kernel = Uint8Array.from(
  atob(
    [
      'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFBgEBAYCABAcVAgZtZW1vcnkCAAhtdWx0aXBseQAACpsBAZgBAgF/A3sCQANAIAAgAU8N',
      'Af0MAAAAAAAAAAAAAAAAAAAAACEGQQAhBQNAIAAgBWr9AAQAIQcgAyAFav0ABAAhCCAGIAcgCP2cAf1+IAcgCP2dAf1+/a4B/a4B',
      'IQYgBUEQaiIFIAJJDQALIAQgBv0bACAG/RsBaiAG/RsCIAb9GwNqajYCACAEQQRqIQQgACACaiEADAALCws=',
    ].join(''),
  ),
  (character) => character.charCodeAt(0),
);

type Multiply = (row: number, end: number, bytes: number, query: number, out: number) => void;

/** Rows of whole numbers from -127 to 127, all of one length, in the memory of the kernel that multiplies them. */
export class Rows {
  readonly length: number;
  readonly #memory: WebAssembly.Memory;
  readonly #multiply: Multiply;
  /** The length of a row in memory. */
  readonly #bytes: number;
  /** Where the first row is: behind the query and the room for products. */
  readonly #start: number;

  constructor(length: number) {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(kernel));
    this.length = length;
    this.#memory = exports['memory'] as WebAssembly.Memory;
    this.#multiply = exports['multiply'] as Multiply;
    this.#bytes = Math.ceil(length / step) * step;
    this.#start = this.#bytes + 4 * rowsAtOnce;
  }

  /** Writes a row, and makes room for it where there is none. */
  set(row: number, numbers: Int8Array): void {
    const at = this.#start + row * this.#bytes;
    const missing = at + this.#bytes - this.#memory.buffer.byteLength;
    // Growing copies everything, so it grows by a quarter at least.
    if (missing > 0) this.#memory.grow(Math.ceil(Math.max(missing, at / 4) / pageBytes));
    new Int8Array(this.#memory.buffer, at, this.length).set(numbers);
  }

  /** A view of a row, until the next call of `set`. */
  get(row: number): Int8Array {
    return new Int8Array(this.#memory.buffer, this.#start + row * this.#bytes, this.length);
  }

  /** The dot products of the first `count` rows with a query. Exact; about 25 ns for a row of 384 numbers. */
  products(query: Int8Array, count: number): Int32Array {
    const products = new Int32Array(count);
    new Int8Array(this.#memory.buffer, 0, this.length).set(query);

    for (let row = 0; row < count; row += rowsAtOnce) {
      const end = Math.min(count, row + rowsAtOnce);
      this.#multiply(this.#at(row), this.#at(end), this.#bytes, 0, this.#bytes);
      products.set(new Int32Array(this.#memory.buffer, this.#bytes, end - row), row);
    }
    return products;
  }

  #at(row: number): number {
    return this.#start + row * this.#bytes;
  }
}
