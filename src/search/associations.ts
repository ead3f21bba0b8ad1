/** A word that often stands where another does. */
export interface Associated {
  readonly word: string;
  /** 0 to 1. */
  readonly closeness: number;
}

export interface Associations {
  /** Nearest first. */
  near(word: string): readonly Associated[];
}
