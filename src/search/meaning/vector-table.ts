import type { Vector } from '../query/wanted.ts';
import { Rows } from './dot-products.ts';
import { lengthOf } from './vector-arithmetic.ts';

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
  readonly #rows: Rows;
  /** The length of each row as a vector. */
  readonly #lengths: number[] = [];
  readonly #byKey = new Map<number, number>();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#rows = new Rows(dimensions);
  }

  get count(): number {
    return this.#lengths.length;
  }

  /** The row of a text's vector. */
  find(key: number): number | undefined {
    return this.#byKey.get(key);
  }

  /** Adds the vector of a text, as `rounded` gives it; keeps the first of two vectors for one text. */
  add(key: number, vector: Int8Array): void {
    if (this.#byKey.has(key)) return;

    const row = this.count;
    this.#rows.set(row, vector);
    this.#lengths.push(lengthOf(vector));
    this.#byKey.set(key, row);
  }

  vector(row: number): Int8Array {
    return this.#rows.get(row);
  }

  /** The length of a row as a vector. */
  length(row: number): number {
    return this.#lengths[row] ?? 0;
  }

  /** The cosines between a direction and all rows, by row. */
  cosines(direction: Vector): Float64Array {
    const query = rounded(direction);
    const length = lengthOf(query);

    return Float64Array.from(
      this.#rows.products(query, this.count),
      (product, row) => product / (length * this.length(row) || 1),
    );
  }

  /** The cosines between a direction and some rows, in their order; 0 for a row below 0. */
  cosinesOf(direction: Vector, rows: readonly number[]): Float64Array {
    const query = rounded(direction);
    const length = lengthOf(query);

    return Float64Array.from(rows, (row) =>
      row < 0 ? 0 : productOf(query, this.vector(row)) / (length * this.length(row) || 1),
    );
  }
}

function productOf(a: Int8Array, b: Int8Array): number {
  let product = 0;
  for (let at = 0; at < a.length; at += 1) product += (a[at] ?? 0) * (b[at] ?? 0);
  return product;
}
