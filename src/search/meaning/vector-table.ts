import type { Vector } from '../query/wanted.ts';

/** The greatest number in a row. */
const greatest = 127;

/** The direction of a vector in whole numbers from -127 to 127. */
export function rounded(vector: Vector): Int8Array<ArrayBuffer> {
  const most = Float64Array.from(vector, Math.abs).reduce((a, b) => Math.max(a, b), 0);

  return Int8Array.from(vector, (number) => Math.round((number * greatest) / (most || 1)));
}

/**
 * What texts mean: one vector for each, found by the key of the text. Vectors are only ever added; those of texts that are gone cost
 * memory until the next start.
 */
export class VectorTable {
  readonly dimensions: number;
  /** All rows, one after the other, with room for more. */
  #numbers = new Int8Array(0);
  /** The length of each row as a vector. */
  readonly #lengths: number[] = [];
  readonly #byKey = new Map<number, number>();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
  }

  get count(): number {
    return this.#lengths.length;
  }

  /** The row of a text's vector. */
  find(key: number): number | undefined {
    return this.#byKey.get(key);
  }

  /** Adds the vector of a text, as `rounded` gives it. Of two vectors for one text, the first counts. */
  add(key: number, vector: Int8Array): void {
    if (this.#byKey.has(key)) return;

    const row = this.count;
    this.#makeRoom();
    this.#numbers.set(vector, row * this.dimensions);
    this.#lengths.push(lengthOf(vector));
    this.#byKey.set(key, row);
  }

  /** A view of a row, until the next call of `add`. */
  vector(row: number): Int8Array {
    return this.#numbers.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  length(row: number): number {
    return this.#lengths[row] ?? 0;
  }

  /** The cosines between a direction and all rows, by row: about 0.5 µs for each of 384 numbers. */
  cosines(direction: Vector): Float64Array {
    return this.cosinesOf(direction, this.#lengths.keys());
  }

  /** The cosines between a direction and some rows, in their order; 0 for a row below 0. */
  cosinesOf(direction: Vector, rows: Iterable<number>): Float64Array {
    // A loop over numbers of 32 bits is faster than one over 8 bits.
    const query = Int32Array.from(rounded(direction));
    const length = lengthOf(query);

    return Float64Array.from(rows, (row) =>
      row < 0 ? 0 : this.#product(query, row) / (length * this.length(row) || 1),
    );
  }

  /** The dot product of a query and a row. Four sums take half the time of one. */
  #product(query: Int32Array, row: number): number {
    const numbers = this.#numbers;
    const start = row * this.dimensions;
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < query.length; at += 4) {
      a += (query[at] ?? 0) * (numbers[start + at] ?? 0);
      b += (query[at + 1] ?? 0) * (numbers[start + at + 1] ?? 0);
      c += (query[at + 2] ?? 0) * (numbers[start + at + 2] ?? 0);
      d += (query[at + 3] ?? 0) * (numbers[start + at + 3] ?? 0);
    }
    return a + b + c + d;
  }

  /** Room for one more row. Growing copies everything, so it grows by a quarter at least. */
  #makeRoom(): void {
    if (this.#numbers.length >= (this.count + 1) * this.dimensions) return;

    const grown = new Int8Array(Math.ceil((this.count * 5) / 4 + 1) * this.dimensions);
    grown.set(this.#numbers);
    this.#numbers = grown;
  }
}

export function lengthOf(vector: Vector): number {
  let sum = 0;
  for (const part of vector) sum += part * part;
  return Math.sqrt(sum);
}

export function addTo(sum: Float64Array, vector: Vector, factor: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + factor * (vector[at] ?? 0);
}
