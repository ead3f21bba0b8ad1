import type { Entry } from '../../domain/snapshot.ts';
import { CommonWords } from './common-words.ts';
import { Dictionary, type Nearness } from './dictionary.ts';
import { type CategoryName, textsOf } from './fields.ts';
import { impactsOf, impactUnit, rarity } from './impact.ts';
import { LivePostings } from './live-postings.ts';
import { countLiving, listIn, type PostingList, type Postings } from './posting-list.ts';
import { PostingBuilder } from './posting-builder.ts';
import type { Term } from '../query/wanted.ts';
import { costs, type Work } from './work.ts';

/** Weights of words are whole numbers, as impacts are, so that sums of weight times impact are exact in any order. */
const weightSteps = 65_536;

/** The whole number that stands for a score of 1 in BM25+. */
export const scoreUnit = weightSteps * impactUnit;

/** A posting list, and how much its word counts for the word that was asked for. */
export interface WeighedList {
  readonly list: PostingList;
  /** A whole number: nearness times rarity. */
  readonly weight: number;
}

/**
 * Which documents hold which words. Most posting lists are frozen; live documents have lists of their own beside them.
 * Document frequencies count both, and no dead documents, so that a document scores the same wherever it stands.
 */
export class TextIndex {
  readonly dictionary: Dictionary;
  readonly postings: Postings;
  readonly live: LivePostings;
  /** The category names that the documents were indexed with. */
  readonly categoryName: CategoryName;
  readonly #common = new CommonWords();
  /** The number of living documents. */
  #size: number;

  private constructor(
    dictionary: Dictionary,
    postings: Postings,
    live: LivePostings,
    categoryName: CategoryName,
    size: number,
  ) {
    this.dictionary = dictionary;
    this.postings = postings;
    this.live = live;
    this.categoryName = categoryName;
    this.#size = size;
  }

  /** Reads and indexes documents, given in the order of their numbers. */
  static *build(entries: readonly Entry[], alive: Uint8Array, categoryName: CategoryName): Work<TextIndex> {
    const builder = new PostingBuilder();
    for (const entry of entries) {
      builder.add(textsOf(entry, categoryName));
      yield costs.readingTexts;
    }

    return yield* TextIndex.of(builder.words, yield* builder.finish(), alive, categoryName);
  }

  /** An index over lists that were made before. Dead documents do not count. */
  static *of(
    words: string[],
    postings: Postings,
    alive: Uint8Array,
    categoryName: CategoryName,
  ): Work<TextIndex> {
    const dictionary = yield* Dictionary.of(words, countLiving(postings, alive));
    const size = alive.reduce((sum, one) => sum + one, 0);

    return new TextIndex(dictionary, postings, new LivePostings(), categoryName, size);
  }

  /** An index with the same words and counts over other lists. */
  withPostings(postings: Postings, live: LivePostings): TextIndex {
    return new TextIndex(this.dictionary, postings, live, this.categoryName, this.#size);
  }

  /** Callers add documents by ascending number. */
  add(document: number, entry: Entry): void {
    const impacts = [...impactsOf(textsOf(entry, this.categoryName))];

    this.live.add(
      document,
      impacts.map(([word, impact]) => [this.dictionary.enter(word), impact] as const),
    );
    this.#size += 1;
  }

  /** Takes a document out of every count. Its postings stay until the next merge, so readers of lists must skip dead documents. */
  remove(entry: Entry): void {
    for (const word of impactsOf(textsOf(entry, this.categoryName)).keys()) this.dictionary.leave(word);
    this.#size -= 1;
  }

  /** How many documents hold a word. */
  frequency(word: string): number {
    const number = this.dictionary.find(word);
    return number === undefined ? 0 : this.dictionary.count(number);
  }

  /** Words with this beginning, each with how many documents hold it. */
  wordsFrom(beginning: string): { readonly word: string; readonly count: number }[] {
    return [...this.dictionary.near(beginning, { prefix: true }).keys()].map((number) => ({
      word: this.dictionary.words[number] ?? '',
      count: this.dictionary.count(number),
    }));
  }

  /** How many postings a word and the words near it have, dead documents aside. */
  reach(word: string, nearness: Nearness): number {
    let reach = 0;

    for (const number of this.dictionary.near(word, nearness).keys()) reach += this.dictionary.count(number);
    return reach;
  }

  /** The posting lists of each word of a term. Only the last word may be begun. */
  listsOf({ words, fuzzy, prefix = false }: Term): WeighedList[][] {
    return words.map((word, at) => this.lists(word, { fuzzy, prefix: prefix && at === words.length - 1 }));
  }

  /** The posting lists of a word, and of the words near it. */
  lists(word: string, nearness: Nearness): WeighedList[] {
    return [...this.dictionary.near(word, nearness)].flatMap(([number, near]) => {
      const rare = rarity(this.dictionary.count(number), this.#size);
      const weight = Math.max(1, Math.round(near * rare * weightSteps));
      const live = this.live.list(number);

      return [{ list: this.#frozenList(number), weight }, ...(live ? [{ list: live, weight }] : [])];
    });
  }

  #frozenList(word: number): PostingList {
    const list = listIn(this.postings, word);

    return { ...list, byDocument: this.#common.impactsOf(word, list, this.#size) };
  }
}
