import { supportedChains } from '../domain/service.ts';
import { categoriesView } from '../domain/views.ts';
import { newestServices } from './newest.ts';
import { serviceRows, type ServiceRow } from './service-rows.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What the first page shows. */
export interface HomePage {
  readonly counts: readonly { readonly name: string; readonly count: number }[];
  readonly newest: readonly ServiceRow[];
  readonly categories: readonly {
    readonly id: string;
    readonly name: string;
    readonly serviceCount: number;
  }[];
}

const newestShown = 8;

export function homePage({ snapshot }: SiteCatalog): HomePage {
  const categories = categoriesView(snapshot).map(({ id, name, serviceCount }) => ({
    id,
    name,
    serviceCount,
  }));
  const chains = new Set(
    [...snapshot.entries()].flatMap(({ declared, observed }) => supportedChains(declared, observed)),
  );

  return {
    counts: [
      { name: 'services', count: snapshot.size },
      { name: 'categories', count: categories.filter(({ serviceCount }) => serviceCount > 0).length },
      { name: 'networks', count: chains.size },
    ],
    newest: serviceRows(newestServices(snapshot, newestShown), snapshot),
    categories,
  };
}
