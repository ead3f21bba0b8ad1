import type { Category } from '../../domain/category.ts';

/** What can be told of a catalog as it is at this moment. */
export interface CatalogFacts {
  /** In how many services a folded word stands. */
  frequency(word: string): number;
  /** Names of all chains that services are paid on, as `supportedChains` has them. */
  chains(): readonly string[];
  categories(): readonly Pick<Category, 'id' | 'name'>[];
}

/** What a catalog knows of words, learnt some time ago, beside what can be told of it now. Sentences are read with it. */
export interface Vocabulary extends CatalogFacts {
  /** Words of the catalog with the same stem, most frequent first. */
  relatives(word: string): readonly string[];
  /** The word of the catalog or of the lexicon that a misspelt one most likely means. */
  correct(word: string): string | undefined;
}
