import { stem } from '../text/stem.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Additive smoothing, in services: every count of a word gains this much, and every size of a category `smoothedCounts` times as much. */
const smoothing = 0.3;
const smoothedCounts = 24;

/** Services by the number of their category. */
type Counts = number[];

/** Tells which category words probably mean, from the categories whose services hold them: naive Bayes over services. */
export class CategoryModel {
  readonly #numbers = new Map<string, number>();
  readonly #sizes: Counts = [];
  readonly #byStem = new Map<string, Counts>();
  readonly #stemOf: (word: string) => string;

  /** `stemOf`: as `stem`, for callers that remember what it gave. */
  constructor(stemOf = stem) {
    this.#stemOf = stemOf;
  }

  /** Counts a service of a category with these words, or takes it out of the count. */
  count(category: string, words: Iterable<string>, services: 1 | -1): void {
    const at = this.#numberOf(category);
    change(this.#sizes, at, services);
    for (const each of new Set(Array.from(words, this.#stemOf))) {
      const counts = this.#byStem.get(each) ?? this.#meet(each);
      change(counts, at, services);
      if (services < 0 && !counts.some((count) => count > 0)) this.#byStem.delete(each);
    }
  }

  /** The probability of each category, given these words; empty when no word is known. */
  probabilities(words: readonly string[]): ReadonlyMap<string, number> {
    const known = [...new Set(words.map(this.#stemOf))].flatMap((each) => {
      const counts = this.#byStem.get(each);
      return counts ? [counts] : [];
    });
    if (known.length === 0) return new Map();

    const categories = [...this.#numbers].filter(([, at]) => (this.#sizes[at] ?? 0) > 0).sort(byName);
    const logs = categories.map(([, at]) =>
      known.reduce((sum, counts) => sum + Math.log(this.#share(counts, at)), 0),
    );
    const most = Math.max(...logs);
    const shares = logs.map((log) => Math.exp(log - most));
    const total = shares.reduce((sum, share) => sum + share, 0);
    return new Map(categories.map(([category], at) => [category, (shares[at] ?? 0) / total]));
  }

  /** The share of a category's services that hold the word. Large categories count no more than small ones. */
  #share(counts: Counts, at: number): number {
    return ((counts[at] ?? 0) + smoothing) / ((this.#sizes[at] ?? 0) + smoothedCounts * smoothing);
  }

  #numberOf(category: string): number {
    const number = this.#numbers.get(category) ?? this.#numbers.size;
    this.#numbers.set(category, number);
    return number;
  }

  #meet(wordStem: string): Counts {
    const counts: Counts = [];
    this.#byStem.set(wordStem, counts);
    return counts;
  }
}

function change(counts: Counts, at: number, services: number): void {
  counts[at] = (counts[at] ?? 0) + services;
}

function byName([a]: readonly [string, number], [b]: readonly [string, number]): number {
  return a < b ? -1 : 1;
}

/** What texts are read with: what the services of a catalog teach of words. */
export interface Knowledge {
  readonly vocabulary: Vocabulary;
  readonly model: Pick<CategoryModel, 'probabilities'>;
}
