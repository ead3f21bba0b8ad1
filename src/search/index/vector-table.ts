import { DigestPlaces } from './digest-places.ts';
import { Rows } from './dot-products.ts';
import type { Vector } from '../query/wanted.ts';
import { lengthOf } from './vector-arithmetic.ts';

/** The greatest number in a row. */
const greatest = 127;

/** How many vectors may be added, at least, before all keys are put in one table again. */
const leastAdded = 10_000;

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
  #keys = new Float64Array(1_024);
  /** The length of each row as a vector. */
  #lengths = new Float64Array(1_024);
  #count = 0;
  #places = new DigestPlaces(new Float64Array());
  /** Rows that `#places` does not hold yet, by key. */
  readonly #added = new Map<number, number>();

  constructor(dimensions: number) {
    this.dimensions = dimensions;
    this.#rows = new Rows(dimensions);
  }

  get count(): number {
    return this.#count;
  }

  /** The row of a text's vector. */
  find(key: number): number | undefined {
    return this.#added.get(key) ?? this.#places.find(key);
  }

  /** Adds the vector of a text, as `rounded` gives it, and returns its row; keeps the first of two vectors for one text. */
  add(key: number, vector: Int8Array): number {
    const known = this.find(key);
    if (known !== undefined) return known;

    const row = this.#count;
    if (row === this.#keys.length) this.#grow();
    this.#rows.set(row, vector);
    this.#keys[row] = key;
    this.#lengths[row] = lengthOf(vector);
    this.#count += 1;
    this.#added.set(key, row);
    if (this.#added.size > Math.max(leastAdded, row / 4)) this.#replace();
    return row;
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
    const products = this.#rows.products(query, this.#count);
    const cosines = new Float64Array(this.#count);

    for (let row = 0; row < cosines.length; row += 1) {
      cosines[row] = (products[row] ?? 0) / (length * this.length(row) || 1);
    }
    return cosines;
  }

  /** The cosines between a direction and some rows, in their order; 0 for a row below 0. */
  cosinesOf(direction: Vector, rows: readonly number[]): Float64Array {
    const query = rounded(direction);
    const length = lengthOf(query);

    return Float64Array.from(rows, (row) =>
      row < 0 ? 0 : productOf(query, this.vector(row)) / (length * this.length(row) || 1),
    );
  }

  #grow(): void {
    const [keys, lengths] = [this.#keys, this.#lengths];
    this.#keys = new Float64Array(2 * keys.length);
    this.#keys.set(keys);
    this.#lengths = new Float64Array(2 * lengths.length);
    this.#lengths.set(lengths);
  }

  #replace(): void {
    this.#places = new DigestPlaces(this.#keys.slice(0, this.#count));
    this.#added.clear();
  }
}

function productOf(a: Int8Array, b: Int8Array): number {
  let product = 0;
  for (let at = 0; at < a.length; at += 1) product += (a[at] ?? 0) * (b[at] ?? 0);
  return product;
}
