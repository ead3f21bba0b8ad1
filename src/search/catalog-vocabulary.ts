import { supportedChains } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Category } from '../domain/category.ts';
import { lexiconWords } from './lexicon/lexicon.ts';
import { Speller } from './speller.ts';
import { stem } from './stem.ts';
import type { Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

/** More services than this are read in part: their words repeat. */
const sampleSize = 30_000;

/** The vocabulary of a catalog, read from its services. */
export class CatalogVocabulary implements Vocabulary {
  readonly chains: readonly string[];
  readonly categories: readonly Category[];
  readonly #frequencies = new Map<string, number>();
  readonly #byStem = new Map<string, string[]>();
  readonly #speller: Speller;
  readonly #count: (word: string) => number;

  /** `count` tells the frequency of any word exactly, where an index knows it; without it, it is that of the services read. */
  constructor(entries: readonly Entry[], categories: readonly Category[], count?: (word: string) => number) {
    this.#count = count ?? ((word) => this.#frequencies.get(word) ?? 0);
    for (const entry of sample(entries, sampleSize)) {
      for (const word of new Set(wordsOfEntry(entry))) {
        this.#frequencies.set(word, (this.#frequencies.get(word) ?? 0) + 1);
      }
    }
    for (const word of byFrequency(this.#frequencies)) push(this.#byStem, stem(word), word);

    this.chains = [
      ...new Set(entries.flatMap(({ declared, observed }) => supportedChains(declared, observed))),
    ].sort();
    this.categories = categories;
    this.#speller = new Speller(frequent(this.#frequencies));
  }

  frequency(word: string): number {
    return this.#count(word);
  }

  relatives(word: string): readonly string[] {
    return this.#byStem.get(stem(word)) ?? [];
  }

  correct(word: string): string | undefined {
    const guesses = [lexiconSpeller().guess(word), this.#speller.guess(word)].filter(
      (guess) => guess !== undefined,
    );
    const [best] = guesses.sort((a, b) => a.cost - b.cost || this.frequency(b.word) - this.frequency(a.word));

    return best?.word;
  }
}

let ownSpeller: Speller | undefined;

/** The lexicon never changes: its words are prepared once, when first needed. */
function lexiconSpeller(): Speller {
  ownSpeller ??= new Speller([...lexiconWords()].sort());
  return ownSpeller;
}

/** The words of a service's name, description and host. */
export function wordsOfEntry({ declared }: Entry): string[] {
  return wordsOf(`${declared.name} ${declared.description} ${new URL(declared.endpoint).hostname}`);
}

/** Every n-th, so that the same catalog always gives the same. */
export function sample<Item>(items: readonly Item[], size: number): readonly Item[] {
  const step = Math.ceil(items.length / size);

  return step <= 1 ? items : items.filter((_, at) => at % step === 0);
}

/** Words that stand more than once are spelt right, as a rule. */
function frequent(frequencies: ReadonlyMap<string, number>): string[] {
  return byFrequency(frequencies).filter((word) => (frequencies.get(word) ?? 0) > 1);
}

function byFrequency(frequencies: ReadonlyMap<string, number>): string[] {
  return [...frequencies].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
