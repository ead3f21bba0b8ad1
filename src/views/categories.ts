import { z } from 'zod/mini';
import { Category } from '../domain/category.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';

/** A category with the number of its services. */
export const CategoryWithCount = z.extend(Category, {
  serviceCount: z
    .int()
    .check(z.minimum(0), z.meta({ description: 'Services listed in this category.', examples: [12] })),
});

interface SearchedCatalog {
  readonly snapshot: Pick<Snapshot, 'categories'>;
  /** The search of that snapshot. */
  readonly search: Pick<Search, 'categorySizes'>;
}

/** Every category, in catalog order. */
export function categoriesView({ snapshot, search }: SearchedCatalog): z.infer<typeof CategoryWithCount>[] {
  const sizes = search.categorySizes();

  return snapshot.categories.map(({ id, name, description }) => ({
    id,
    name,
    description,
    serviceCount: sizes.get(id) ?? 0,
  }));
}
