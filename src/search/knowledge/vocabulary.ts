import type { Category } from '../../domain/category.ts';
import { lexiconWords } from '../lexicon/lexicon.ts';
import { stem } from '../text/stem.ts';
import { Speller } from './speller.ts';

/** What a catalog can tell about itself beside the words of its services. */
export interface CatalogFacts {
  /** The names of all chains that services accept, as `supportedChains` gives them. */
  readonly chains: readonly string[];
  readonly categories: readonly Pick<Category, 'id' | 'name'>[];
}

export interface Vocabulary {
  /** How many services hold a folded word. */
  frequency(word: string): number;
  /** See `CatalogFacts`. */
  chains(): CatalogFacts['chains'];
  categories(): CatalogFacts['categories'];
  /** Words of the catalog with the same stem, most frequent first. */
  relatives(word: string): readonly string[];
  /** The word of the catalog or of the lexicon that a misspelt one most likely means. */
  correct(word: string): string | undefined;
}

/** A word, and how many services hold it. */
export interface CountedWord {
  readonly word: string;
  readonly count: number;
}

interface KnownWord {
  count: number;
  readonly stem: string;
}

/** A word of several services is usually spelt right. */
const oftenEnough = 2;

/** The vocabulary of the services of a catalog, which come and go. */
export class CatalogVocabulary implements Vocabulary {
  readonly #known = new Map<string, KnownWord>();
  readonly #byStem = new Map<string, Set<string>>();
  readonly #speller = new Speller();
  #facts: CatalogFacts = { chains: [], categories: [] };

  know(facts: CatalogFacts): void {
    this.#facts = facts;
  }

  /** Counts one more service with these words, each given once. */
  add(words: Iterable<string>): void {
    for (const word of words) {
      const known = this.#known.get(word) ?? this.#meet(word);
      known.count += 1;
      if (known.count === oftenEnough) this.#speller.add(word);
    }
  }

  /** Counts one service with these words less. */
  remove(words: Iterable<string>): void {
    for (const word of words) {
      const known = this.#known.get(word);
      if (!known) continue;

      known.count -= 1;
      if (known.count === oftenEnough - 1) this.#speller.remove(word);
      if (known.count === 0) this.#forget(word, known);
    }
  }

  frequency(word: string): number {
    return this.#known.get(word)?.count ?? 0;
  }

  /** What `stem` gives, which is remembered of the words that services hold. */
  stemOf(word: string): string {
    return this.#known.get(word)?.stem ?? stem(word);
  }

  chains(): CatalogFacts['chains'] {
    return this.#facts.chains;
  }

  categories(): CatalogFacts['categories'] {
    return this.#facts.categories;
  }

  relatives(word: string): readonly string[] {
    const related = this.#byStem.get(this.stemOf(word)) ?? [];

    return [...related].sort((a, b) => this.frequency(b) - this.frequency(a) || (a < b ? -1 : 1));
  }

  correct(word: string): string | undefined {
    const rank = (known: string): number => this.frequency(known);
    const guesses = [lexiconSpeller().guess(word, rank), this.#speller.guess(word, rank)].filter(
      (guess) => guess !== undefined,
    );
    const [best] = guesses.sort((a, b) => a.cost - b.cost || rank(b.word) - rank(a.word));

    return best?.word;
  }

  /** The words that begin with a text, the most common first. */
  wordsFrom(beginning: string): CountedWord[] {
    return [...this.#known]
      .filter(([word]) => word.startsWith(beginning))
      .map(([word, { count }]) => ({ word, count }))
      .sort((a, b) => b.count - a.count || (a.word < b.word ? -1 : 1));
  }

  #meet(word: string): KnownWord {
    const known = { count: 0, stem: stem(word) };
    this.#known.set(word, known);
    this.#byStem.set(known.stem, (this.#byStem.get(known.stem) ?? new Set()).add(word));
    return known;
  }

  #forget(word: string, known: KnownWord): void {
    const related = this.#byStem.get(known.stem);
    related?.delete(word);
    if (related?.size === 0) this.#byStem.delete(known.stem);
    this.#known.delete(word);
  }
}

let ownSpeller: Speller | undefined;

/** The speller of the lexicon, which never changes: made once, when first needed. */
function lexiconSpeller(): Speller {
  if (ownSpeller) return ownSpeller;

  ownSpeller = new Speller();
  for (const word of lexiconWords()) ownSpeller.add(word);
  return ownSpeller;
}
