/** One way to say a thing: its words, folded as `fold` gives them, all of which must stand in the document. */
export interface Term {
  readonly words: readonly string[];
  /** 1 for what was asked for, less for what only means about the same. */
  readonly weight: number;
  /** Whether words that begin with the last one match too, the less the longer they are. */
  readonly prefix?: boolean;
  /** Whether words with a typo or two match too. */
  readonly fuzzy?: boolean;
}

/** One thing that is looked for, and all ways to say it. A document counts for the best of them. */
export interface Group {
  readonly terms: readonly Term[];
  readonly weight: number;
  /** Only adds to the score of a document that the other groups find; then it is not one of those to be matched. */
  readonly bonus?: true;
}

/** What a text is searched for. A document's score is the sum over the groups of weight times the score of its best term. */
export interface TextQuery {
  readonly groups: readonly Group[];
  /** How many of the groups a document must match, those that are a bonus left out. */
  readonly atLeast: number;
}
