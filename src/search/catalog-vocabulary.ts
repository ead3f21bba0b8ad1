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

  constructor(entries: readonly Entry[], categories: readonly Category[]) {
    const chains = new Set<string>();
    for (const entry of sample(entries, sampleSize)) {
      for (const word of new Set(wordsOfEntry(entry))) {
        this.#frequencies.set(word, (this.#frequencies.get(word) ?? 0) + 1);
      }
      for (const chain of supportedChains(entry.declared, entry.observed)) chains.add(chain);
    }
    for (const word of byFrequency(this.#frequencies)) push(this.#byStem, stem(word), word);

    this.chains = [...chains].sort();
    this.categories = categories;
    this.#speller = new Speller([...lexiconWords(), ...frequent(this.#frequencies)], (word) =>
      this.frequency(word),
    );
  }

  frequency(word: string): number {
    return this.#frequencies.get(word) ?? 0;
  }

  relatives(word: string): readonly string[] {
    return this.#byStem.get(stem(word)) ?? [];
  }

  correct(word: string): string | undefined {
    return this.#speller.correct(word);
  }
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
  return [...frequencies].filter(([word, count]) => count > 1 && word.length > 3).map(([word]) => word);
}

function byFrequency(frequencies: ReadonlyMap<string, number>): string[] {
  return [...frequencies].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
