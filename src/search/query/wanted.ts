/** Numbers of a model, a row of a table or a sum of rows. */
export type Vector = ArrayLike<number> & Iterable<number>;

/** One way to say a thing: words, folded as `fold` folds them. A document matches when one of its fields holds all of them. */
export interface Term {
  readonly words: readonly string[];
  /** 1 for what was asked for, less for what only means about the same. */
  readonly weight: number;
  /** Whether words that begin with the last word match too; the longer they are, the less they score. */
  readonly prefix?: boolean;
  /** Whether words with a typo or two match too. */
  readonly fuzzy?: boolean;
}

/** One thing that is looked for, with all the ways to say it. A document scores by the best of them. */
export interface Group {
  readonly terms: readonly Term[];
  readonly weight: number;
  /** Only raises documents that other groups match; `atLeast` does not count it. */
  readonly bonus?: true;
}

/** Words to search for. A document scores the sum, over all groups, of the group's weight times its best term's score. */
export interface TextQuery {
  readonly groups: readonly Group[];
  /** How many groups, bonus groups aside, a document must match. */
  readonly atLeast: number;
  /** When no document matches that many groups, search for documents that match any. */
  readonly orAny?: true;
}

export interface WantedMeaning {
  /** Its direction, in the space of the vectors of services. */
  readonly direction: Vector;
  /** How much meaning counts beside words, from 0 to 1. */
  readonly weight: number;
  /** Documents that only mean the same are found when the words find fewer than this; otherwise meaning reorders what they found. Always found, when absent. */
  readonly fills?: number;
  /** Nothing is found, by words either, when no service has this cosine: what is wanted may be nonsense. */
  readonly least?: number | undefined;
  /** Whether to turn the direction towards the nearest services first. A sentence of a stranger says it in other words than they do. */
  readonly turned?: true;
}

/** "Speech to text": stems of what something is, and of what it should become. */
export interface Conversion {
  readonly from: string;
  readonly to: string;
}

/** What a search ranks by: one part for each scorer of the index, and what goes for all of them. */
export interface Wanted {
  readonly words: TextQuery;
  /** Undefined when only words rank. */
  readonly meaning?: WantedMeaning | undefined;
  /** A service with one of these names, folded, comes first if it is found. */
  readonly names?: readonly string[];
  /** What should become what. Services that only say the reverse score less. */
  readonly conversions?: readonly Conversion[];
  /** Factors on the score, by category id; 1 for categories not named. */
  readonly boosts: ReadonlyMap<string, number>;
  /**
   * What another order than relevance applies to: all matches, or only the best. The others then follow by relevance: of
   * all that match a long sentence, the cheapest is seldom what was asked for.
   */
  readonly sorts: 'all' | 'best';
}
