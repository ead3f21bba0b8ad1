import { mostFound } from './document-search.ts';

/** Says how many sections were found. */
export function foundText(count: number, query: string): string {
  if (count === 0) return `Nothing found for “${query}”`;
  if (count === mostFound) return `The ${String(count)} best matches for “${query}”`;
  return count === 1 ? `1 match for “${query}”` : `${String(count)} matches for “${query}”`;
}

/** The link below the first matches. */
export function allFoundText(count: number): string {
  return `All ${String(count)} matches`;
}

export const indexFailedText = 'The search could not be loaded. The contents of the docs list every page.';
