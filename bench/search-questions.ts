import { chainName } from '../src/domain/network.ts';
import type { Category } from '../src/domain/category.ts';
import type { ListQuery } from '../src/search/query/question.ts';
import type { Search } from '../src/search/search.ts';
import { randomFrom, zipfWords } from './generate.ts';

/** A query of the list with two words by Zipf's law; most queries have a filter, some a sort order. */
export type SearchQuestion = ListQuery & {
  readonly text: string;
  readonly sortBy?: Exclude<ListQuery['sortBy'], 'payments'>;
};

/** Converts a question to the query of the API's list. */
export async function listQueryOf({ text, ...query }: SearchQuestion, search: Search): Promise<ListQuery> {
  return { ...query, wanted: await search.readKeywords(text) };
}

/** Takes words from the catalog that `generateSnapshot` makes with the same seed. */
export function generateQuestions(
  count: number,
  categories: readonly Category[],
  seed = 1,
): SearchQuestion[] {
  const word = zipfWords(randomFrom(seed));

  return questionsOf(() => `${word()} ${word()}`, count, categories, seed + 1);
}

/** Questions with these texts. */
export function questionsOf(
  text: () => string,
  count: number,
  categories: readonly Category[],
  seed: number,
): SearchQuestion[] {
  const random = randomFrom(seed);
  const sometimes = <T extends object>(part: T): Partial<T> => (random() < 0.3 ? part : {});
  const pick = <T>(from: readonly T[], otherwise: T): T =>
    from[Math.floor(random() * from.length)] ?? otherwise;

  return Array.from({ length: count }, () => ({
    text: text(),
    limit: 20,
    offset: 0,
    ...sometimes({ categories: [pick(categories, undefined)?.id ?? ''] }),
    ...sometimes({ chains: [chainName(pick(['base', 'polygon', 'solana'], 'base'))] }),
    ...sometimes({ statuses: [pick(['verified', 'unverified'] as const, 'verified')] }),
    ...sometimes({ maxPrice: pick(['0.001', '0.01', '0.1'], '0.01') }),
    ...sometimes({ sortBy: pick(['price', 'trustScore', 'name'] as const, 'price') }),
  }));
}
