import type { Entry } from '../domain/snapshot.ts';
import { type Listing, listingFrom, questionOf } from './listing.ts';
import { emptySearch, type SearchRequest } from './search-request.ts';
import { serviceRows } from './service-rows.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What a catalog finds for a visitor. */
export function listing(catalog: SiteCatalog, request: SearchRequest): Promise<Listing> {
  const { search, snapshot, understand } = catalog;

  return listingFrom(
    {
      list: async (query) => {
        const { entries, ...list } = await search.list(query);
        return { ...list, found: entries };
      },
      facets: (question) => search.facets(question),
      understand,
      categoryName: (id) => snapshot.categoryName(id),
      hostOf: ({ declared }) => new URL(declared.endpoint).hostname,
      rowsOf: (entries: readonly Entry[]) => serviceRows(entries, catalog),
      matches: (reading, entries) => search.matches(reading, entries),
    },
    request,
  );
}

/** Whether a text finds anything by its words. */
export async function findsAnything(query: string, { understand, search }: SiteCatalog): Promise<boolean> {
  const { question } = questionOf({ ...emptySearch, query }, await understand(query));
  const { total } = await search.list({ ...question, limit: 1, offset: 0 });

  return total > 0;
}
