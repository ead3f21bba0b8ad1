import { z } from 'zod/mini';
import { Category } from '../domain/category.ts';
import type { Snapshot } from '../domain/snapshot.ts';

/** A category with the number of its services. */
export const CategoryWithCount = z.extend(Category, {
  serviceCount: z
    .int()
    .check(z.minimum(0), z.meta({ description: 'Services listed in this category.', examples: [12] })),
});

/** Every category, in catalog order. */
export function categoriesView(snapshot: Snapshot): z.infer<typeof CategoryWithCount>[] {
  const counts = new Map<string, number>();
  for (const { declared } of snapshot.entries()) {
    counts.set(declared.category, (counts.get(declared.category) ?? 0) + 1);
  }

  return snapshot.categories.map(({ id, name, description }) => ({
    id,
    name,
    description,
    serviceCount: counts.get(id) ?? 0,
  }));
}
