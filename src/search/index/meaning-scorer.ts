import type { VectorTable } from './vector-table.ts';
import type { Vector, Wanted } from '../query/wanted.ts';
import type { Columns } from './columns.ts';
import { pickPage } from './pick-page.ts';
import type { Scorer } from './scorer.ts';
import { Scores } from './scores.ts';
import { addTo, lengthOf } from './vector-arithmetic.ts';

/** A document fits when its cosine is at least this share of the best one. */
const leastShare = 0.6;

/** Where meaning only reorders what was found, it reorders this many: all others score too little to come before them. */
const mostReordered = 200;

/** How many of the nearest documents a direction is turned towards, and by how much. */
const neighbours = 5;
const turn = 0.4;

/** The documents of an index, and the vectors of their texts. */
interface Documents {
  readonly columns: Columns;
  readonly size: number;
}

/** Scores documents by how near their meaning is to what is wanted: 1 for the nearest. A document without a vector has no score. */
export class MeaningScorer implements Scorer {
  readonly #table: Documents;
  readonly #vectors: VectorTable;
  readonly #scores = new Scores();

  constructor(table: Documents, vectors: VectorTable) {
    this.#table = table;
    this.#vectors = vectors;
  }

  weight({ meaning }: Wanted): number {
    return meaning?.weight ?? 0;
  }

  score({ meaning }: Wanted, alive: Uint8Array, before: Scores | undefined): Scores | undefined {
    if (!meaning) return undefined;
    if (before && meaning.fills !== undefined && before.count >= meaning.fills) {
      return this.#scoreBest(meaning.direction, before);
    }

    const nearest = this.#cosines(meaning.direction);
    const cosines = meaning.turned ? this.#cosines(this.#turned(meaning.direction, nearest)) : nearest;
    return this.#scoreBy(cosines, alive);
  }

  /** Whether the last question found a document. */
  found(document: number): boolean {
    return (this.#scores.values[document] ?? 0) > 0;
  }

  /** The highest cosine between a direction and a living document. */
  closest(direction: Vector): number {
    return highest(this.#cosines(direction));
  }

  /** By document; -1 for those that are dead or have no vector. */
  #cosines(direction: Vector): Float64Array {
    const { columns, size } = this.#table;
    const byRow = this.#vectors.cosines(direction);
    const cosines = new Float64Array(size).fill(-1);

    for (let document = 0; document < size; document += 1) {
      const place = columns.vector[document] ?? 0;
      if (place > 0 && columns.alive[document] === 1) cosines[document] = byRow[place - 1] ?? 0;
    }
    return cosines;
  }

  #scoreBy(cosines: Float64Array, alive: Uint8Array): Scores {
    this.#scores.clear(alive.length);
    const best = highest(cosines);
    for (let document = 0; document < cosines.length; document += 1) {
      this.#add(document, cosines[document] ?? -1, best);
    }
    return this.#scores;
  }

  #add(document: number, cosine: number, best: number): void {
    const least = leastShare * best;
    if (cosine > least) this.#scores.add(document, (cosine - least) / (best - least));
  }

  /** Scores only the documents that have the best scores already. */
  #scoreBest(direction: Vector, before: Scores): Scores {
    const { digest, vector } = this.#table.columns;
    const isBefore = (a: number, b: number): number =>
      (before.values[b] ?? 0) - (before.values[a] ?? 0) || (digest[a] ?? 0) - (digest[b] ?? 0);
    const best = pickPage(before.found(), { limit: mostReordered, offset: 0 }, isBefore);
    const cosines = this.#vectors.cosinesOf(
      direction,
      best.map((document) => (vector[document] ?? 0) - 1),
    );
    const nearest = highest(cosines);

    this.#scores.clear(before.values.length);
    for (const [place, document] of best.entries()) this.#add(document, cosines[place] ?? 0, nearest);
    return this.#scores;
  }

  /** A direction between this one and that of the nearest documents together. */
  #turned(direction: Vector, cosines: Float64Array): Float64Array {
    const middle = new Float64Array(direction.length);
    for (const document of this.#nearest(cosines)) this.#addVector(document, middle);

    const [own, others] = [(1 - turn) / lengthOf(direction), turn / (lengthOf(middle) || 1)];
    return middle.map((number, at) => own * (direction[at] ?? 0) + others * number);
  }

  /** The documents with the highest cosines. Of equal ones, the digest decides, so that the numbers of documents do not matter. */
  #nearest(cosines: Float64Array): number[] {
    const { digest } = this.#table.columns;
    const isBefore = (a: number, b: number): number =>
      (cosines[b] ?? 0) - (cosines[a] ?? 0) || (digest[a] ?? 0) - (digest[b] ?? 0);
    const best: number[] = [];

    for (let document = 0; document < cosines.length; document += 1) {
      const last = best[neighbours - 1];
      if ((cosines[document] ?? 0) <= 0 || (last !== undefined && isBefore(last, document) < 0)) continue;
      best.push(document);
      best.sort(isBefore).splice(neighbours);
    }
    return best;
  }

  #addVector(document: number, sum: Float64Array): void {
    const row = (this.#table.columns.vector[document] ?? 0) - 1;
    addTo(sum, this.#vectors.vector(row), 1 / (this.#vectors.length(row) || 1));
  }
}

function highest(cosines: Float64Array): number {
  let best = 0;
  for (const cosine of cosines) best = Math.max(best, cosine);
  return best;
}
