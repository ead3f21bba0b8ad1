import type { Category } from '../domain/category.ts';
import type { Filters } from '../search/list-query.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { serviceRows, type ServiceRow } from './service-rows.ts';

/** One page of a long list. */
export interface ListPage {
  readonly number: number;
  /** Number of the last page. */
  readonly last: number;
  /** Services on all pages. */
  readonly total: number;
  readonly rows: readonly ServiceRow[];
}

/** What the page of a category shows. */
export interface CategoryPage {
  readonly category: Category;
  readonly list: ListPage;
}

const pageSize = 50;

/** A page of all services in their default order; undefined past the last. */
export function allServicesPage(catalog: SiteCatalog, number: number): ListPage | undefined {
  return listPage(catalog, {}, number);
}

/** A page of a category, its services in their default order; undefined past the last, and where there is no such category. */
export function categoryPage(catalog: SiteCatalog, id: string, number: number): CategoryPage | undefined {
  const category = catalog.snapshot.categories.find((each) => each.id === id);
  const list = category && listPage(catalog, { categories: [id] }, number);

  return category && list && { category, list };
}

/** The number in the address of a further page. The first page has an address without one, so that there is one address a page. */
export function furtherPage(parameter: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(parameter) && parameter !== '1' ? Number(parameter) : undefined;
}

/** An empty list has one page, which says so. */
function listPage({ snapshot, search }: SiteCatalog, filters: Filters, number: number): ListPage | undefined {
  const { total, entries } = search.list({ ...filters, limit: pageSize, offset: (number - 1) * pageSize });
  const last = Math.max(1, Math.ceil(total / pageSize));

  return number > last ? undefined : { number, last, total, rows: serviceRows(entries, snapshot) };
}
