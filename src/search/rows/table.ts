import type { Row } from './row.ts';

/**
 * The rows of a catalog. Each has a place, by which the index of words knows it too; the row that takes the place of another with its id inherits it.
 * The place of a row that was removed stays empty, so that an answer on its way never names another service.
 */
export class Table {
  readonly #rows: (Row | undefined)[] = [];
  readonly #places = new Map<string, number>();
  readonly #chains = new Map<string, number>();

  at(place: number): Row | undefined {
    return this.#rows[place];
  }

  placeOf(id: string): number | undefined {
    return this.#places.get(id);
  }

  /** Adds a row, or replaces the one with its id; returns its place. */
  put(row: Row): number {
    const place = this.#places.get(row.id) ?? this.#rows.length;
    this.#count(this.#rows[place], -1);
    this.#count(row, 1);
    this.#rows[place] = row;
    this.#places.set(row.id, place);
    return place;
  }

  /** The place that becomes empty; undefined where no row has the id. */
  remove(id: string): number | undefined {
    const place = this.#places.get(id);
    if (place === undefined) return undefined;

    this.#count(this.#rows[place], -1);
    this.#rows[place] = undefined;
    this.#places.delete(id);
    return place;
  }

  /** All rows, in no order. */
  *rows(): Generator<Row> {
    for (const row of this.#rows) if (row) yield row;
  }

  /** Names of the chains that services accept or lately accepted, in order. */
  chains(): readonly string[] {
    return [...this.#chains.keys()].sort();
  }

  categorySizes(): Map<string, number> {
    const sizes = new Map<string, number>();
    for (const { category } of this.rows()) sizes.set(category, (sizes.get(category) ?? 0) + 1);
    return sizes;
  }

  #count(row: Row | undefined, rows: number): void {
    for (const chain of row?.chains ?? []) {
      const count = (this.#chains.get(chain) ?? 0) + rows;
      if (count > 0) this.#chains.set(chain, count);
      else this.#chains.delete(chain);
    }
  }
}
