/** Says how many sections were found; `isCut` where further ones were left out. */
export function foundText(given: {
  readonly count: number;
  readonly isCut: boolean;
  readonly query: string;
}): string {
  const { count, isCut, query } = given;
  if (count === 0) return `Nothing found for “${query}”`;
  if (isCut) return `The ${String(count)} best matches for “${query}”`;
  return count === 1 ? `1 match for “${query}”` : `${String(count)} matches for “${query}”`;
}

/** The link below the first matches. */
export function allFoundText(count: number): string {
  return `All ${String(count)} matches`;
}

export const indexFailedText: string =
  'The search could not be loaded. The contents of the docs list every page.';

/** Words of a query that say nothing. */
export const stopWords: string =
  'a an and are can do does for how i in is it my of on or the to what when where which who why with you your';

/** The endings that a search drops from a word, so that "payments" finds "payment". */
export const wordEndings = /(?<!s)s$/;
