import { categoryWords } from './category-words.ts';

const idsByWord = new Map(
  categoryWords
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [ids = [], words = []] = line
        .split('=')
        .map((part) => part.split(',').map((each) => each.trim()));
      return words.map((word) => [word, ids] as const);
    }),
);

/** The categories of a catalog that go by a phrase: by an everyday word, by their id or by their own name. */
export function categoriesCalled(
  phrase: string,
  categories: readonly { readonly id: string; readonly name: string }[],
): string[] {
  const known = idsByWord.get(phrase) ?? [];

  return categories
    .filter(({ id, name }) => known.includes(id) || id === phrase || name.toLowerCase() === phrase)
    .map(({ id }) => id);
}
