import type { KeyedVector } from '../../domain/meaning.ts';
import type { Vector, WantedMeaning } from '../query/wanted.ts';
import { highest, type Scores, settled, topOf } from '../words/scores.ts';
import { pageOf } from '../rows/page-of.ts';
import { addTo, lengthOf, VectorTable } from './vector-table.ts';

/** A service fits when its cosine is at least this share of the best one. */
const minShare = 0.6;

/** Where meaning only reorders what was found, it reorders this many: all others score too little to come before them. */
const maxReordered = 200;

/** How many of the nearest services a direction is turned towards, and by how much. */
const neighbours = 5;
const turn = 0.4;

/** How many of the services that hold a word are asked what it means. */
const maxAsked = 100;

/** A vector counts only when at least this share of the services have one: those that have one would else come before the others. */
const minWithVector = 0.9;

export interface MissingVector {
  readonly key: number;
  readonly text: string;
}

/** The text that says what a service means. */
interface Meaning extends MissingVector {
  /** The row of its vector; undefined while it has none. */
  row: number | undefined;
}

/** What services mean: the vectors of their texts, by place. */
export class MeaningIndex {
  #vectors: VectorTable | undefined;
  readonly #meanings = new Map<number, Meaning>();
  #withVector = 0;

  put(place: number, { key, text }: MissingVector): void {
    this.remove(place);
    const row = this.#vectors?.find(key);
    this.#meanings.set(place, { key, text, row });
    if (row !== undefined) this.#withVector += 1;
  }

  remove(place: number): void {
    if (this.#meanings.get(place)?.row !== undefined) this.#withVector -= 1;
    this.#meanings.delete(place);
  }

  get services(): number {
    return this.#meanings.size;
  }

  get withVector(): number {
    return this.#withVector;
  }

  /** Adds vectors, as `rounded` gives them. Those of another length than the ones before take their place. */
  add(vectors: readonly KeyedVector[]): void {
    const dimensions = vectors[0]?.vector.length ?? 0;
    if (dimensions === 0) return;
    if (this.#vectors?.dimensions !== dimensions) this.#vectors = new VectorTable(dimensions);

    for (const { key, vector } of vectors) this.#vectors.add(key, vector);
    this.#withVector = 0;
    for (const meaning of this.#meanings.values()) {
      meaning.row = this.#vectors.find(meaning.key);
      if (meaning.row !== undefined) this.#withVector += 1;
    }
  }

  /** Some of the texts that have no vector yet, each once. */
  missing(most: number): MissingVector[] {
    const missing = new Map<number, MissingVector>();
    for (const { key, text, row } of this.#meanings.values()) {
      if (missing.size >= most) break;
      if (row === undefined) missing.set(key, { key, text });
    }
    return [...missing.values()];
  }

  /** The vectors that services have, each once. */
  used(): KeyedVector[] {
    const rows = new Map([...this.#meanings.values()].map(({ key, row }) => [key, row]));

    return [...rows].flatMap(([key, row]) =>
      row === undefined || !this.#vectors ? [] : [{ key, vector: this.#vectors.vector(row).slice() }],
    );
  }

  /** Whether enough services have a vector to rank by them. */
  get isUsable(): boolean {
    return this.#vectors !== undefined && this.withVector >= minWithVector * this.services;
  }

  /** The middle of the vectors of services: what a word means that all of them hold, by those that score best. Undefined when none has a vector. */
  middleOf(found: Scores): Float64Array | undefined {
    const vectors = this.#vectors;
    if (!vectors) return undefined;

    const sum = new Float64Array(vectors.dimensions);
    for (const place of this.#best(found)) this.#addVector(place, sum, vectors);
    const length = lengthOf(sum);
    return length === 0 ? undefined : sum.map((number) => number / length);
  }

  /** Scores services by how near their meaning is to what is wanted: 1 for the nearest. `found` are those that the words found. */
  score({ direction, fills, least, turned }: WantedMeaning, found: Scores): Scores | 'nonsense' {
    const vectors = this.#vectors;
    if (!vectors) return new Map();
    if (fills !== undefined && found.size >= fills) {
      return scoresOf(this.#cosinesOfBest(found, direction, vectors));
    }

    const nearest = this.#cosines(direction, vectors);
    if (least !== undefined && highest(nearest) < least) return 'nonsense';
    return scoresOf(turned ? this.#cosines(this.#turned(direction, nearest, vectors), vectors) : nearest);
  }

  /** The places with the best scores. Of equal ones the texts decide, so that it does not matter when services came. */
  #best(found: Scores): number[] {
    const scored = Array.from(found, ([place, score]) => ({
      place,
      score: settled(score),
      key: this.#meanings.get(place)?.key ?? 0,
    }));

    return pageOf(scored, { limit: maxAsked, offset: 0 }, (a, b) => b.score - a.score || a.key - b.key).map(
      ({ place }) => place,
    );
  }

  /** Those above 0. */
  #cosines(direction: Vector, vectors: VectorTable): Scores {
    const byRow = vectors.cosines(direction);
    const cosines: Scores = new Map();
    for (const [place, { row }] of this.#meanings) {
      const cosine = row === undefined ? 0 : (byRow[row] ?? 0);
      if (cosine > 0) cosines.set(place, cosine);
    }
    return cosines;
  }

  #cosinesOfBest(found: Scores, direction: Vector, vectors: VectorTable): Scores {
    const best = topOf(found, maxReordered);
    const cosines = vectors.cosinesOf(
      direction,
      best.map((place) => this.#meanings.get(place)?.row ?? -1),
    );

    return new Map(best.map((place, at) => [place, cosines[at] ?? 0]));
  }

  /** A direction between this one and that of the nearest services together. */
  #turned(direction: Vector, cosines: Scores, vectors: VectorTable): Float64Array {
    const middle = new Float64Array(direction.length);
    for (const place of topOf(cosines, neighbours)) this.#addVector(place, middle, vectors);

    const [own, others] = [(1 - turn) / lengthOf(direction), turn / (lengthOf(middle) || 1)];
    return middle.map((number, at) => own * (direction[at] ?? 0) + others * number);
  }

  #addVector(place: number, sum: Float64Array, vectors: VectorTable): void {
    const row = this.#meanings.get(place)?.row;
    if (row !== undefined) addTo(sum, vectors.vector(row), 1 / (vectors.length(row) || 1));
  }
}

function scoresOf(cosines: Scores): Scores {
  const best = highest(cosines);
  const least = minShare * best;
  const scores: Scores = new Map();
  for (const [place, cosine] of cosines) {
    if (cosine > least) scores.set(place, (cosine - least) / (best - least));
  }
  return scores;
}
