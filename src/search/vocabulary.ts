/** What a catalog knows: its words, chains and categories. Sentences are read with it. */
export interface Vocabulary {
  /** In how many services a folded word stands. */
  frequency(word: string): number;
  /** Words of the catalog with the same stem, most frequent first. */
  relatives(word: string): readonly string[];
  /** The word of the catalog or of the lexicon that a misspelt one most likely means. */
  correct(word: string): string | undefined;
  /** Names of all chains that services are paid on, as `supportedChains` has them. */
  readonly chains: readonly string[];
  readonly categories: readonly { readonly id: string; readonly name: string }[];
}
