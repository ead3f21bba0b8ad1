import type { Term, TextQuery } from '../query/wanted.ts';
import { rarity } from './impact.ts';
import { listIn, type PostingList } from './posting-list.ts';
import type { Table } from './table.ts';
import type { TextIndex } from './text-index.ts';
import { addTo, lengthOf } from './vector-arithmetic.ts';
import type { VectorTable } from './vector-table.ts';

/** About how many of the documents that hold a word are asked what it means. */
const mostDocuments = 100;

/** How many words a word that was typed is taken for: those that it begins, or misspells. */
const mostWords = 20;

/** A word by its number in the dictionary, and how much its meaning counts. */
interface WeighedWord {
  readonly number: number;
  readonly weight: number;
}

/**
 * What words mean: the middle of the vectors of the services that hold them. Takes microseconds where a model takes milliseconds, and needs no
 * model, but knows only words of the catalog.
 */
export class WordDirections {
  readonly #table: Pick<Table, 'columns' | 'living'>;
  readonly #text: TextIndex;
  readonly #vectors: VectorTable;

  constructor(table: Pick<Table, 'columns' | 'living'>, text: TextIndex, vectors: VectorTable) {
    this.#table = table;
    this.#text = text;
    this.#vectors = vectors;
  }

  /** The direction of all words of a query together, rare words first of all; undefined when no service with a vector holds any. */
  of({ groups }: TextQuery): Float64Array | undefined {
    const direction = new Float64Array(this.#vectors.dimensions);
    for (const { terms, bonus } of groups) {
      const [asTyped] = terms;
      if (bonus || !asTyped) continue;

      const words = this.#wordsOf(asTyped);
      for (const { number, weight } of words) {
        addTo(direction, this.#middle(number), weight / words.length);
      }
    }
    return direction.some((number) => number !== 0) ? direction : undefined;
  }

  /** The words that weigh most, in an order that does not depend on when they were first said: sums of fractions depend on it. */
  #wordsOf({ words: [asTyped], prefix, fuzzy }: Term): WeighedWord[] {
    const { dictionary } = this.#text;
    if (asTyped === undefined) return [];

    return [...dictionary.near(asTyped, { prefix, fuzzy })]
      .map(([number, near]) => ({
        number,
        word: dictionary.words[number] ?? '',
        weight: near * rarity(dictionary.count(number), this.#table.living),
      }))
      .sort((a, b) => b.weight - a.weight || (a.word < b.word ? -1 : 1))
      .slice(0, mostWords);
  }

  /** The sum of the rows, which are whole numbers, so that their order makes no difference. Of many documents, the digests choose some. */
  #middle(word: number): Float64Array {
    const { dictionary, postings, live } = this.#text;
    const every = Math.ceil(dictionary.count(word) / mostDocuments);
    const middle = new Float64Array(this.#vectors.dimensions);

    this.#addRows(listIn(postings, word), every, middle);
    const added = live.list(word);
    if (added) this.#addRows(added, every, middle);
    return unit(middle);
  }

  #addRows({ documents, start, end }: PostingList, every: number, sum: Float64Array): void {
    const { alive, digest, vector } = this.#table.columns;

    for (let i = start; i < end; i += 1) {
      const document = documents[i] ?? 0;
      const row = (vector[document] ?? 0) - 1;
      if (row < 0 || alive[document] !== 1 || (digest[document] ?? 0) % every !== 0) continue;
      addTo(sum, this.#vectors.vector(row), 1);
    }
  }
}

function unit(vector: Float64Array): Float64Array {
  const length = lengthOf(vector);

  return length === 0 ? vector : vector.map((number) => number / length);
}
