import type { Category } from '../domain/category.ts';
import { fold } from '../domain/plain-text.ts';
import type { CountedWord } from './knowledge/vocabulary.ts';
import { wordsOf } from './text/words.ts';

/** A completion of what is being typed. */
export type Suggestion =
  | { readonly kind: 'category'; readonly text: string; readonly id: string }
  | { readonly kind: 'service'; readonly text: string; readonly id: string }
  | { readonly kind: 'term'; readonly text: string };

export const maxSuggestions = 8;
const maxCategories = 2;
export const maxTerms = 3;
/** Shorter words, and words of fewer services, are not suggested. */
const shortestTerm = 3;
const fewestServices = 2;

interface Named {
  readonly id: string;
  readonly name: string;
}

interface Suggested {
  readonly categories: readonly Category[];
  /** The services that the text finds, best first. */
  readonly services: readonly Named[];
  /** The most common words that begin with a text. */
  readonly wordsFrom: (beginning: string) => Promise<readonly CountedWord[]>;
}

export async function suggest(
  text: string,
  { categories, services, wordsFrom }: Suggested,
): Promise<Suggestion[]> {
  const words = wordsOf(text);
  const begun = words.at(-1);
  if (begun === undefined) return [];

  const suggestions = [
    ...categorySuggestions(words, categories),
    ...termSuggestions(textBefore(text, begun), begun, await wordsFrom(begun)),
    ...serviceSuggestions(words, services),
  ];
  const byText = new Map(suggestions.map((each) => [`${each.kind} ${fold(each.text)}`, each]));
  return [...byText.values()].slice(0, maxSuggestions);
}

function categorySuggestions(words: readonly string[], categories: readonly Category[]): Suggestion[] {
  return categories
    .filter(({ name }) => isBegun(words, name))
    .slice(0, maxCategories)
    .map(({ id, name }) => ({ kind: 'category', text: name, id }));
}

/** A text as it was typed, up to its last word. */
function textBefore(text: string, lastWord: string): string {
  const last = [...text.matchAll(/[\p{L}\p{N}\p{Mn}]+/gu)].at(-1);
  if (last && fold(last[0]) === lastWord) return text.slice(0, last.index);

  return wordsOf(text)
    .slice(0, -1)
    .map((word) => `${word} `)
    .join('');
}

/** The text with its last word completed, the most common words first. */
function termSuggestions(before: string, begun: string, words: readonly CountedWord[]): Suggestion[] {
  return words
    .filter(({ word, count }) => word.length >= shortestTerm && count >= fewestServices && word !== begun)
    .slice(0, maxTerms)
    .map(({ word }) => ({ kind: 'term', text: (before + word).trim() }));
}

function serviceSuggestions(words: readonly string[], found: readonly Named[]): Suggestion[] {
  return found
    .filter(({ name }) => isBegun(words, name))
    .map(({ id, name }) => ({ kind: 'service', text: name, id }));
}

/** Whether a name has all of the words, the last as a prefix of another word. */
function isBegun(words: readonly string[], name: string): boolean {
  const own = wordsOf(name);
  const [before, begun] = [words.slice(0, -1), words.at(-1) ?? ''];
  const others = own.filter((word) => !before.includes(word));

  return before.every((word) => own.includes(word)) && others.some((word) => word.startsWith(begun));
}
