import { compile } from 'watr';

/** Rows that the kernel reads in one call; their dot products fit in the room that stands before the rows. */
const rowsAtOnce = 4_096;
const pageBytes = 65_536;
/** A row takes a multiple of this, the width of a vector register. */
const step = 16;

/**
 * The innermost loop of the search by meaning: 16 numbers of 8 bits at a time, in a register of 128 bits. Plain JavaScript takes twenty times
 * as long. `row` to `end` are the rows, `bytes` the length of each, and `out` takes one 32-bit sum for each row.
 */
const kernel = `(module
  (memory (export "memory") 1 65536)
  (func (export "multiply")
    (param $row i32) (param $end i32) (param $bytes i32) (param $query i32) (param $out i32)
    (local $at i32) (local $sum v128) (local $a v128) (local $b v128)
    (block $done (loop $rows
      (br_if $done (i32.ge_u (local.get $row) (local.get $end)))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $numbers
        (local.set $a (v128.load (i32.add (local.get $row) (local.get $at))))
        (local.set $b (v128.load (i32.add (local.get $query) (local.get $at))))
        (local.set $sum (i32x4.add (local.get $sum) (i32x4.add
          (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_low_i8x16_s (local.get $a) (local.get $b)))
          (i32x4.extadd_pairwise_i16x8_s (i16x8.extmul_high_i8x16_s (local.get $a) (local.get $b))))))
        (br_if $numbers (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const ${String(step)})))
          (local.get $bytes))))
      (i32.store (local.get $out) (i32.add
        (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
        (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $out (i32.add (local.get $out) (i32.const 4)))
      (local.set $row (i32.add (local.get $row) (local.get $bytes)))
      (br $rows)))))`;

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
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(compile(kernel))));
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
