import type { Category } from '../domain/category.ts';
import type { Entry } from '../domain/snapshot.ts';
import { cacheKeyOf } from './cache-key.ts';
import type { SiteCatalog } from './catalog-source.ts';
import { type ListPage, listPages } from './list-pages.ts';
import { servicePage, type ServicePage } from './service-page.ts';

/** A page as `getStaticPaths` answers it. */
interface StaticPage<Params, Props> {
  readonly params: Params;
  readonly props: Props;
  readonly cacheKey: string;
}

/** The page of every service. */
export function servicePages({ snapshot }: SiteCatalog): StaticPage<{ id: string }, { page: ServicePage }>[] {
  return [...snapshot.entries()].map((entry) => {
    const props = { page: servicePage(entry, snapshot) };
    return { params: { id: entry.declared.id }, props, cacheKey: cacheKeyOf(props) };
  });
}

/** The list of all services in its default order. */
export function allServicesPages({ snapshot, search }: SiteCatalog): ListPage[] {
  return listPages(search.list({ limit: snapshot.size, offset: 0 }).entries, snapshot);
}

/** What the page of a category shows. */
export interface CategoryPage {
  readonly category: Category;
  readonly list: ListPage;
}

/** Every page of every category, in the default order of services. */
export function categoryPages({ snapshot, search }: SiteCatalog): CategoryPage[] {
  const { entries } = search.list({ limit: snapshot.size, offset: 0 });
  const byCategory = Map.groupBy<string, Entry>(entries, ({ declared }) => declared.category);

  return snapshot.categories.flatMap((category) =>
    listPages(byCategory.get(category.id) ?? [], snapshot).map((list) => ({ category, list })),
  );
}
