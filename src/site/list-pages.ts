import type { Category } from '../domain/category.ts';
import { categoryPicture } from './list-picture.ts';
import { listing } from './catalog-listing.ts';
import type { Listing } from './listing.ts';
import { emptySearch } from './search-request.ts';
import type { SharePicture } from './share-picture.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** Everything that a category's page shows. */
export interface CategoryPage {
  readonly category: Category;
  readonly list: Listing;
  /** The picture in link previews. */
  readonly picture: SharePicture;
}

/** A page of all services in their default order; undefined past the last page. */
export async function allServicesPage(catalog: SiteCatalog, number: number): Promise<Listing | undefined> {
  return existing(await listing(catalog, { values: emptySearch, page: number, problems: [] }));
}

/** A page of a category, its services in their default order; undefined past the last page and for an unknown category. */
export async function categoryPage(
  catalog: SiteCatalog,
  id: string,
  number: number,
): Promise<CategoryPage | undefined> {
  const category = catalog.snapshot.categories.find((each) => each.id === id);
  if (!category) return undefined;

  const values = { ...emptySearch, category: [id] };
  const list = existing(await listing(catalog, { values, page: number, problems: [] }));
  const picture = await categoryPicture(catalog, id);
  return list && picture && { category, list, picture };
}

/** The page number in a path. Page 1 has a path without a number, so that each page has exactly one address. */
export function furtherPage(parameter: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(parameter) && parameter !== '1' ? Number(parameter) : undefined;
}

/** Undefined past the last page. An empty list still has a first page, which says that it is empty. */
function existing(list: Listing): Listing | undefined {
  return list.number > list.last ? undefined : list;
}
