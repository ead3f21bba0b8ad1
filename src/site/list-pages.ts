import type { Category } from '../domain/category.ts';
import { listing, type Listing } from './listing.ts';
import { emptySearch } from './search-request.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What the page of a category shows. */
export interface CategoryPage {
  readonly category: Category;
  readonly list: Listing;
}

/** A page of all services in their default order; undefined past the last. */
export async function allServicesPage(catalog: SiteCatalog, number: number): Promise<Listing | undefined> {
  return existing(await listing(catalog, { values: emptySearch, page: number, problems: [] }));
}

/** A page of a category, its services in their default order; undefined past the last, and where there is no such category. */
export async function categoryPage(
  catalog: SiteCatalog,
  id: string,
  number: number,
): Promise<CategoryPage | undefined> {
  const category = catalog.snapshot.categories.find((each) => each.id === id);
  if (!category) return undefined;

  const values = { ...emptySearch, category: [id] };
  const list = existing(await listing(catalog, { values, page: number, problems: [] }));
  return list && { category, list };
}

/** The number in the address of a further page. The first page has an address without one, so that there is one address a page. */
export function furtherPage(parameter: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(parameter) && parameter !== '1' ? Number(parameter) : undefined;
}

/** An empty list has one page, which says so. */
function existing(list: Listing): Listing | undefined {
  return list.number > list.last ? undefined : list;
}
