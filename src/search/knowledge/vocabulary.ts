import { z } from 'zod';
import type { Category } from '../../domain/category.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { costs, finish, type Work } from '../index/work.ts';
import { lexiconWords } from '../lexicon/lexicon.ts';
import { Speller } from './speller.ts';
import { stem } from '../text/stem.ts';
import { indexedWordsOf } from '../text/words.ts';

/** What a catalog can tell about itself at any moment. */
export interface CatalogFacts {
  /** How many services hold a folded word. */
  frequency(word: string): number;
  /** The names of all chains that services accept, as `supportedChains` gives them. */
  chains(): readonly string[];
  categories(): readonly Pick<Category, 'id' | 'name'>[];
}

/** What a catalog knows of words: facts as of now, and relations between words as learnt some time ago. */
export interface Vocabulary extends CatalogFacts {
  /** Words of the catalog with the same stem, most frequent first. */
  relatives(word: string): readonly string[];
  /** The word of the catalog or of the lexicon that a misspelt one most likely means. */
  correct(word: string): string | undefined;
}

/** Learns from at most this many services: beyond that, their words repeat. */
const sampleSize = 30_000;

/** The words of a vocabulary as JSON, most frequent first, and how many of them several services hold. */
export const SavedWords = z.strictObject({ words: z.array(z.string()), repeated: z.int().min(0) });
type KnownWords = Readonly<z.infer<typeof SavedWords>>;

/** A vocabulary that is learnt from the services of a catalog. */
export class CatalogVocabulary implements Vocabulary {
  readonly #facts: CatalogFacts;
  readonly #known: KnownWords;
  readonly #byStem: ReadonlyMap<string, readonly string[]>;
  #speller: Speller | undefined;

  private constructor(
    facts: CatalogFacts,
    known: KnownWords,
    byStem: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#facts = facts;
    this.#known = known;
    this.#byStem = byStem;
  }

  static *learn(entries: readonly Entry[], facts: CatalogFacts): Work<CatalogVocabulary> {
    const frequencies = yield* countWords(sample(entries, sampleSize));
    const words = [...frequencies];
    const repeated = byFrequency(words.filter(([, count]) => count > 1));
    const single = words.filter(([, count]) => count === 1).map(([word]) => word);

    return yield* CatalogVocabulary.of({ words: [...repeated, ...single], repeated: repeated.length }, facts);
  }

  /** A vocabulary of words that were learnt before. */
  static *of(known: KnownWords, facts: CatalogFacts): Work<CatalogVocabulary> {
    const byStem = new Map<string, string[]>();
    for (const word of known.words) {
      push(byStem, stem(word), word);
      yield costs.enteringWord;
    }
    return new CatalogVocabulary(facts, known, byStem);
  }

  /** Prepares corrections, which otherwise the first misspelt word waits for. */
  *prepare(): Work {
    this.#speller ??= yield* this.#learnSpelling();
  }

  save(): KnownWords {
    return this.#known;
  }

  frequency(word: string): number {
    return this.#facts.frequency(word);
  }

  chains(): readonly string[] {
    return this.#facts.chains();
  }

  categories(): ReturnType<CatalogFacts['categories']> {
    return this.#facts.categories();
  }

  relatives(word: string): readonly string[] {
    return this.#byStem.get(stem(word)) ?? [];
  }

  correct(word: string): string | undefined {
    this.#speller ??= finish(this.#learnSpelling());
    const guesses = [lexiconSpeller().guess(word), this.#speller.guess(word)].filter(
      (guess) => guess !== undefined,
    );
    const [best] = guesses.sort((a, b) => a.cost - b.cost || this.frequency(b.word) - this.frequency(a.word));

    return best?.word;
  }

  /** Words that several services hold are usually spelt right. */
  #learnSpelling(): Work<Speller> {
    return Speller.of(this.#known.words.slice(0, this.#known.repeated));
  }
}

let ownSpeller: Speller | undefined;

/** The speller of the lexicon, which never changes: made once, when first needed. */
function lexiconSpeller(): Speller {
  ownSpeller ??= finish(Speller.of([...lexiconWords()].sort()));
  return ownSpeller;
}

function* countWords(entries: readonly Entry[]): Work<ReadonlyMap<string, number>> {
  const frequencies = new Map<string, number>();
  for (const entry of entries) {
    for (const word of new Set(wordsOfEntry(entry))) frequencies.set(word, (frequencies.get(word) ?? 0) + 1);
    yield costs.readingTexts;
  }
  return frequencies;
}

/** The words of a service's name, description and host. */
export function wordsOfEntry({ declared }: Entry): string[] {
  return indexedWordsOf(`${declared.name} ${declared.description} ${new URL(declared.endpoint).hostname}`);
}

/** Every n-th item, so that the same catalog always gives the same sample. */
export function sample<Item>(items: readonly Item[], size: number): readonly Item[] {
  const step = Math.ceil(items.length / size);

  return step <= 1 ? items : items.filter((_, at) => at % step === 0);
}

function byFrequency(words: readonly (readonly [word: string, count: number])[]): string[] {
  return [...words].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([word]) => word);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
