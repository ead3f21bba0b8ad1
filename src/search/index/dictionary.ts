import SearchableMap from 'minisearch/SearchableMap';
import { costs, type Work } from './work.ts';

/** Which words match a word beside itself. */
export interface Nearness {
  /** Words that begin with it. */
  readonly prefix?: boolean | undefined;
  /** Words with a typo or two. */
  readonly fuzzy?: boolean | undefined;
}

/** How near each matching word is, by its number: 1 for the word itself, less for others. */
export type NearWords = ReadonlyMap<number, number>;

/** The weights that MiniSearch gives to prefixes and typos. */
const prefixWeight = 0.375;
const fuzzyWeight = 0.45;
const typosPerCharacter = 0.2;
const maxTypos = 6;
const shortestWithTypos = 4;

/** How many look-ups are cached: the same few words are asked for again and again. */
const maxKept = 2_000;

/**
 * Every word of the catalog, with its number and how many documents hold it. A word that no document holds any more is
 * forgotten; if it comes back, it gets another number.
 */
export class Dictionary {
  /**
   * A radix tree for each length of words. Words that are n typos apart differ in length by at most n, so a look-up skips
   * most words of a large catalog, its many short ones above all.
   */
  readonly #trees = new Map<number, SearchableMap<number>>();
  /** By number; an empty string for a forgotten word. */
  readonly #words: string[];
  readonly #counts: number[];
  readonly #near = new Map<string, NearWords>();

  /** A word's number is its place in `words`. A word that no document holds is forgotten from the start. */
  private constructor(words: string[], counts: number[]) {
    this.#words = words;
    this.#counts = counts;
  }

  static empty(): Dictionary {
    return new Dictionary([], []);
  }

  static *of(words: string[], counts: number[]): Work<Dictionary> {
    const dictionary = new Dictionary(words, counts);

    for (const [number, word] of words.entries()) {
      if (counts[number]) dictionary.#set(word, number);
      else words[number] = '';
      yield costs.enteringWord;
    }
    return dictionary;
  }

  /** By number; an empty string for a forgotten word. */
  get words(): readonly string[] {
    return this.#words;
  }

  find(word: string): number | undefined {
    return this.#trees.get(word.length)?.get(word);
  }

  /** How many documents hold a word, given its number. */
  count(number: number): number {
    return this.#counts[number] ?? 0;
  }

  /** Counts one more document that holds a word; returns the word's number. */
  enter(word: string): number {
    const known = this.find(word);
    const number = known ?? this.#words.push(word) - 1;

    if (known === undefined) {
      this.#set(word, number);
      this.#near.clear();
    }
    this.#counts[number] = this.count(number) + 1;
    return number;
  }

  /** Counts one document less that holds a word. */
  leave(word: string): void {
    const number = this.find(word);
    if (number === undefined) return;

    const left = this.count(number) - 1;
    this.#counts[number] = left;
    if (left > 0) return;

    this.#trees.get(word.length)?.delete(word);
    this.#words[number] = '';
    this.#near.clear();
  }

  /** The words that match a word: exactly those that MiniSearch finds, as near as it finds them. */
  near(word: string, { prefix = false, fuzzy = false }: Nearness): NearWords {
    const key = `${prefix ? 'p' : ''}${fuzzy ? 'f' : ''} ${word}`;
    const kept = this.#near.get(key);
    if (kept) return kept;

    const found = new Map<number, number>();
    if (fuzzy) this.#addFuzzy(word, found);
    if (prefix) this.#addPrefixed(word, found);
    const exact = this.find(word);
    if (exact !== undefined) found.set(exact, 1);

    if (this.#near.size >= maxKept) this.#near.clear();
    this.#near.set(key, found);
    return found;
  }

  #addFuzzy(word: string, found: Map<number, number>): void {
    const typos =
      word.length < shortestWithTypos ? 0 : Math.min(maxTypos, Math.round(word.length * typosPerCharacter));
    if (typos === 0) return;

    for (let length = word.length - typos; length <= word.length + typos; length += 1) {
      for (const [number, distance] of this.#trees.get(length)?.fuzzyGet(word, typos).values() ?? []) {
        found.set(number, (fuzzyWeight * length) / (length + distance));
      }
    }
  }

  /** Overwrites typos: a word that also begins with the prefix counts by the prefix. */
  #addPrefixed(word: string, found: Map<number, number>): void {
    for (const [length, tree] of this.#trees) {
      const nearness = (prefixWeight * length) / (length + 0.3 * (length - word.length));
      if (length > word.length) {
        for (const number of tree.atPrefix(word).values()) found.set(number, nearness);
      }
    }
  }

  #set(word: string, number: number): void {
    const tree = this.#trees.get(word.length) ?? new SearchableMap<number>();

    this.#trees.set(word.length, tree.set(word, number));
  }
}
