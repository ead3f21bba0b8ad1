import type { Entry } from '../../domain/snapshot.ts';

/** Where a service is looked for, the most telling first. */
export const fields = ['name', 'description', 'host', 'category'] as const;
export type Field = (typeof fields)[number];

/** The texts of one service. */
export type Texts = Readonly<Record<Field, string>>;

/** The name that a category goes by in texts. */
export type CategoryName = (id: string) => string;

export function textsOf({ declared }: Entry, categoryName: CategoryName): Texts {
  const { name, description, endpoint, category } = declared;

  return { name, description, host: new URL(endpoint).hostname, category: categoryName(category) };
}
