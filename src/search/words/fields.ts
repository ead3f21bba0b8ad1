import { type Declared, searchedWords } from '../../domain/declared-fields.ts';
import type { Entry } from '../../domain/snapshot.ts';
import { indexedWordsOf } from '../text/words.ts';

/** The texts of a service that are searched, the most telling first. */
export const fields = ['name', 'description', 'host', 'path', 'category'] as const;
export type Field = (typeof fields)[number];

/** How much a word in each field counts. */
export const boosts: Readonly<Record<Field, number>> = {
  name: 2,
  description: 1,
  host: 1,
  path: 0.3,
  category: 1,
};

export type Texts = Readonly<Record<Field, string>>;

/** The words that a service is indexed by, in the order of each text. */
export type FieldWords = Readonly<Record<Field, readonly string[]>>;

export function fieldWordsOf(texts: Texts): FieldWords {
  return {
    name: indexedWordsOf(texts.name),
    description: indexedWordsOf(texts.description),
    host: indexedWordsOf(texts.host),
    path: indexedWordsOf(texts.path),
    category: indexedWordsOf(texts.category),
  };
}

type SearchedService = Pick<Entry['declared'], 'name' | 'description' | 'endpoint' | 'category'> & Declared;

export type CategoryName = (id: string) => string;

export function textsOf({ declared }: Entry, categoryName: CategoryName): Texts {
  return searchedTexts(declared, categoryName);
}

/** The same for a service as it is declared or shown. */
export function searchedTexts(service: SearchedService, categoryName: CategoryName): Texts {
  const { name, description, endpoint, category } = service;
  const { hostname, pathname } = new URL(endpoint);
  const kinds = [categoryName(category), ...searchedWords(service)];

  return { name, description, host: hostname, path: wordsIn(pathname), category: kinds.join(' ') };
}

/** The words of a path, apart where they are written as one: `/v1/exchangeRates` has "exchange" and "rates". Parameters and versions say nothing. */
function wordsIn(path: string): string {
  return path
    .replace(/[:{][^/]*/g, ' ')
    .replace(/\bv\d+\b/gi, ' ')
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replace(/[^\p{L}]+/gu, ' ')
    .trim();
}
