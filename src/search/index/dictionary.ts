import { WordsByBeginning } from './words-by-beginning.ts';
import { WordsByLength } from './words-by-length.ts';
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

/**
 * How many words one word may stand for when it is begun or misspelt. English has more only for beginnings of one or two letters
 * and for a few of three ("con"). Then the words of most documents are taken, since they are the likeliest to be meant.
 */
export const mostNear = 500;

/** How many look-ups are cached: the same few words are asked for again and again. */
const maxKept = 2_000;

/**
 * Every word of the catalog, with its number and how many documents hold it. A word that no document holds any more is
 * forgotten; if it comes back, it gets another number.
 */
export class Dictionary {
  readonly #numbers = new WordsByBeginning();
  readonly #byLength = new WordsByLength();
  /** By number; an empty string for a forgotten word. */
  readonly #words: string[];
  readonly #counts: number[];
  /** Look-ups since the last change. */
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
    return this.#numbers.get(word);
  }

  /** How many documents hold a word, given its number. */
  count(number: number): number {
    return this.#counts[number] ?? 0;
  }

  /** Counts one more document that holds a word; returns the word's number. */
  enter(word: string): number {
    const known = this.find(word);
    const number = known ?? this.#words.push(word) - 1;

    if (known === undefined) this.#set(word, number);
    this.#counts[number] = this.count(number) + 1;
    this.#near.clear();
    return number;
  }

  /** Counts one document less that holds a word. */
  leave(word: string): void {
    const number = this.find(word);
    if (number === undefined) return;

    const left = this.count(number) - 1;
    this.#counts[number] = left;
    this.#near.clear();
    if (left > 0) return;

    this.#numbers.delete(word);
    this.#byLength.remove(word);
    this.#words[number] = '';
  }

  /** The words that match a word: those that MiniSearch finds, as near as it finds them, but at most `mostNear` besides the word itself. */
  near(word: string, { prefix = false, fuzzy = false }: Nearness): NearWords {
    const key = `${prefix ? 'p' : ''}${fuzzy ? 'f' : ''} ${word}`;
    const kept = this.#near.get(key);
    if (kept) return kept;

    const found = new Map<number, number>();
    if (fuzzy) this.#addFuzzy(word, found);
    if (prefix) this.#addPrefixed(word, found);
    const near = found.size > mostNear ? this.#mostCommon(found) : found;
    const exact = this.find(word);
    if (exact !== undefined) near.set(exact, 1);

    if (this.#near.size >= maxKept) this.#near.clear();
    this.#near.set(key, near);
    return near;
  }

  #addFuzzy(word: string, found: Map<number, number>): void {
    const typos =
      word.length < shortestWithTypos ? 0 : Math.min(maxTypos, Math.round(word.length * typosPerCharacter));
    if (typos === 0) return;

    this.#byLength.eachNear(word, typos, (number, distance) => {
      const { length } = this.#words[number] ?? '';
      found.set(number, (fuzzyWeight * length) / (length + distance));
    });
  }

  /** Overwrites typos: a word that also begins with the prefix counts by the prefix. */
  #addPrefixed(word: string, found: Map<number, number>): void {
    for (const number of this.#numbers.longerThan(word)) {
      const { length } = this.#words[number] ?? '';
      found.set(number, (prefixWeight * length) / (length + 0.3 * (length - word.length)));
    }
  }

  #mostCommon(found: NearWords): Map<number, number> {
    const inOrder = [...found].sort(
      ([a], [b]) =>
        this.count(b) - this.count(a) || ((this.#words[a] ?? '') < (this.#words[b] ?? '') ? -1 : 1),
    );

    return new Map(inOrder.slice(0, mostNear));
  }

  #set(word: string, number: number): void {
    this.#numbers.set(word, number);
    this.#byLength.add(word, number);
  }
}
