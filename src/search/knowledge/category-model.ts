import type { Entry } from '../../domain/snapshot.ts';
import { z } from 'zod';
import { sample, wordsOfEntry } from './vocabulary.ts';
import { costs, type Work } from '../index/work.ts';
import { stem } from '../text/stem.ts';

const sampleSize = 30_000;
/** Additive smoothing, in services: every count of a word gains this much, and every size of a category `smoothedCounts` times as much. */
const smoothing = 0.3;
const smoothedCounts = 24;

const Count = z.tuple([z.string(), z.int().min(1)]);

type CategoryCount = readonly [category: string, services: number];
type WordCounts = readonly [word: string, counts: readonly CategoryCount[]];

/** A model as JSON: the services of each category, and of those that hold a word. */
export const SavedModel = z.strictObject({
  sizes: z.array(Count),
  // Tens of thousands of words: schemas for each would take longer than all else that a start does with them.
  counts: z.custom<readonly WordCounts[]>((value) => Array.isArray(value) && value.every(isWordCounts)),
});

function isWordCounts(value: unknown): value is WordCounts {
  if (!Array.isArray(value) || value.length !== 2) return false;

  const [word, counts] = value as readonly unknown[];
  return typeof word === 'string' && Array.isArray(counts) && counts.every(isCount);
}

function isCount(value: unknown): boolean {
  if (!Array.isArray(value) || value.length !== 2) return false;

  const [category, services] = value as readonly unknown[];
  return typeof category === 'string' && Number.isSafeInteger(services) && Number(services) >= 1;
}

/** Tells which category words probably mean, from the categories whose services hold them: naive Bayes over services. */
export class CategoryModel {
  readonly #sizes: ReadonlyMap<string, number>;
  /** By word; only those of words that somebody asks for are put into a map, so that a saved model opens fast. */
  readonly #counts: ReadonlyMap<string, Iterable<CategoryCount>>;

  private constructor(
    sizes: ReadonlyMap<string, number>,
    counts: ReadonlyMap<string, Iterable<CategoryCount>>,
  ) {
    this.#sizes = sizes;
    this.#counts = counts;
  }

  static *learn(entries: readonly Entry[]): Work<CategoryModel> {
    const sizes = new Map<string, number>();
    const counts = new Map<string, Map<string, number>>();
    for (const entry of sample(entries, sampleSize)) {
      const { category } = entry.declared;
      increase(sizes, category);
      for (const word of new Set(wordsOfEntry(entry).map((each) => stem(each)))) {
        const own = counts.get(word) ?? new Map<string, number>();
        increase(own, category);
        counts.set(word, own);
      }
      yield costs.readingTexts;
    }

    return new CategoryModel(sizes, counts);
  }

  static from({ sizes, counts }: z.infer<typeof SavedModel>): CategoryModel {
    return new CategoryModel(new Map(sizes), new Map(counts));
  }

  save(): z.input<typeof SavedModel> {
    return { sizes: [...this.#sizes], counts: Array.from(this.#counts, ([word, own]) => [word, [...own]]) };
  }

  /** The probability of each category, given these words; empty when no word is known. */
  probabilities(words: readonly string[]): ReadonlyMap<string, number> {
    const known = [...new Set(words.map((word) => stem(word)))].flatMap((word) => {
      const counts = this.#counts.get(word);
      return counts ? [new Map(counts)] : [];
    });
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

function increase(counts: Map<string, number>, category: string): void {
  counts.set(category, (counts.get(category) ?? 0) + 1);
}
