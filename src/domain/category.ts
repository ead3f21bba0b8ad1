import { z } from 'zod/mini';
import { plainText } from './plain-text-schema.ts';

export const CategoryId = z.string().check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'category_unknown' }),
  z.maxLength(64, { error: 'category_unknown' }),
  z.meta({
    description: 'Id of a category of this catalog (`GET /api/categories`).',
    examples: ['weather-environment'],
  }),
);

export const Category = z.strictObject({
  id: CategoryId,
  name: plainText(255, { description: 'Label shown to people.', examples: ['Weather & Environment'] }),
  description: plainText(2000, {
    description: 'What belongs here.',
    examples: ['Forecasts and measurements.'],
  }),
});
export type Category = z.infer<typeof Category>;

/** The id of the category with this label, however its letters are cased. */
export function idOfLabel(categories: readonly Category[], label: string): string | undefined {
  const wanted = label.trim().toLowerCase();

  return categories.find(({ name }) => name.toLowerCase() === wanted)?.id;
}

export const categoriesPath = 'categories.json';

/** All categories, in display order. */
export const CategoriesFile = z.array(Category).check(
  z.minLength(1),
  z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length, { error: 'category_duplicate' }),
);

/** The canonical text of `categories.json`. */
export function printCategories(categories: readonly Category[]): string {
  const canonical = categories.map(({ id, name, description }) => ({ id, name, description }));

  return `${JSON.stringify(canonical, null, 2)}\n`;
}
