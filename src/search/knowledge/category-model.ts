import { stem } from '../text/stem.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Additive smoothing, in services: every count of a word gains this much, and every size of a category `smoothedCounts` times as much. */
const smoothing = 0.3;
const smoothedCounts = 24;

/** Services by category. */
type Counts = Map<string, number>;

/** Tells which category words probably mean, from the categories whose services hold them: naive Bayes over services. */
export class CategoryModel {
  readonly #sizes: Counts = new Map();
  readonly #byStem = new Map<string, Counts>();
  readonly #stemOf: (word: string) => string;

  /** `stemOf`: as `stem`, for callers that remember what it gave. */
  constructor(stemOf = stem) {
    this.#stemOf = stemOf;
  }

  /** Counts a service of a category with these words, or takes it out of the count. */
  count(category: string, words: Iterable<string>, services: 1 | -1): void {
    change(this.#sizes, category, services);
    for (const each of new Set(Array.from(words, this.#stemOf))) {
      const counts = this.#byStem.get(each) ?? new Map<string, number>();
      change(counts, category, services);
      if (counts.size > 0) this.#byStem.set(each, counts);
      else this.#byStem.delete(each);
    }
  }

  /** The probability of each category, given these words; empty when no word is known. */
  probabilities(words: readonly string[]): ReadonlyMap<string, number> {
    const known = [...new Set(words.map(this.#stemOf))].flatMap((each) => this.#byStem.get(each) ?? []);
    if (known.length === 0) return new Map();

    const categories = [...this.#sizes.keys()].sort();
    const logs = categories.map((category) =>
      known.reduce((sum, counts) => sum + Math.log(this.#share(counts, category)), 0),
    );
    const most = Math.max(...logs);
    const shares = logs.map((log) => Math.exp(log - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return new Map(categories.map((category, at) => [category, (shares[at] ?? 0) / total]));
  }

  /** The share of a category's services that hold the word. Large categories count no more than small ones. */
  #share(counts: ReadonlyMap<string, number>, category: string): number {
    return (
      ((counts.get(category) ?? 0) + smoothing) /
      ((this.#sizes.get(category) ?? 0) + smoothedCounts * smoothing)
    );
  }
}

function change(counts: Counts, category: string, services: number): void {
  const count = (counts.get(category) ?? 0) + services;
  if (count > 0) counts.set(category, count);
  else counts.delete(category);
}

/** What texts are read with: what the services of a catalog teach of words. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: Pick<CategoryModel, 'probabilities'>;
}
