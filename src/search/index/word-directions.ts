import type { TextQuery } from '../query/wanted.ts';
import type { Columns } from './columns.ts';
import type { PostingList } from './posting-list.ts';
import type { TextIndex } from './text-index.ts';
import type { VectorTable } from './vector-table.ts';

/** About how many of the documents that hold a word are asked what it means. */
const mostDocuments = 100;

/** How many words a word that was typed is taken for: those that it begins, or misspells. */
const mostWords = 20;

/**
 * What words mean: the middle of the vectors of the services that hold them. Takes microseconds where a model takes milliseconds, and needs no
 * model, but knows only words of the catalog.
 */
export class WordDirections {
  readonly #table: { readonly columns: Columns };
  readonly #text: TextIndex;
  readonly #vectors: VectorTable;

  constructor(table: { readonly columns: Columns }, text: TextIndex, vectors: VectorTable) {
    this.#table = table;
    this.#text = text;
    this.#vectors = vectors;
  }

  /** The direction of all words of a query together, rare words first of all; undefined when no service with a vector holds any. */
  of({ groups }: TextQuery): Float64Array | undefined {
    const direction = new Float64Array(this.#vectors.dimensions);
    for (const { terms, bonus } of groups) {
      const [asTyped] = terms;
      const word = asTyped?.words[0];
      if (bonus || !asTyped || word === undefined) continue;

      const lists = this.#text
        .lists(word, { prefix: asTyped.prefix, fuzzy: asTyped.fuzzy })
        .sort((a, b) => b.weight - a.weight)
        .slice(0, mostWords);
      for (const { list, weight } of lists) addTo(direction, this.#middle(list), weight / lists.length);
    }
    return direction.some((number) => number !== 0) ? direction : undefined;
  }

  /** The sum of the rows, which are whole numbers, so that their order makes no difference. Of many documents, the digests choose some. */
  #middle({ documents, start, end }: PostingList): Float64Array {
    const { alive, digest, vector } = this.#table.columns;
    const every = Math.ceil((end - start) / mostDocuments);
    const middle = new Float64Array(this.#vectors.dimensions);

    for (let i = start; i < end; i += 1) {
      const document = documents[i] ?? 0;
      const row = (vector[document] ?? 0) - 1;
      if (row < 0 || alive[document] !== 1 || (digest[document] ?? 0) % every !== 0) continue;
      addTo(middle, this.#vectors.vector(row), 1);
    }
    return unit(middle);
  }
}

function addTo(sum: Float64Array, numbers: ArrayLike<number>, factor: number): void {
  for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + factor * (numbers[at] ?? 0);
}

function unit(vector: Float64Array): Float64Array {
  const length = Math.sqrt(vector.reduce((sum, number) => sum + number * number, 0));

  return length === 0 ? vector : vector.map((number) => number / length);
}
