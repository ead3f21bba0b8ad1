import { defaultLimit } from '../search/list-query.ts';
import type { SiteCatalog } from './site-catalog.ts';
import type { ListPage } from './list-pages.ts';
import type { SearchRequest } from './search-request.ts';
import { serviceRows } from './service-rows.ts';

/** What was found, as a page of a list. */
export function searchResults(
  { snapshot, search }: SiteCatalog,
  { query, page, problems }: SearchRequest,
): ListPage {
  const { total, entries } = problems.length > 0 ? { total: 0, entries: [] } : search.list(query);

  return {
    number: page,
    last: Math.max(1, Math.ceil(total / defaultLimit)),
    total,
    rows: serviceRows(entries, snapshot),
  };
}
