import type { CatalogFile } from '../domain/catalog-file.ts';
import { bodyOf } from '../views/body.ts';
import { categoriesView } from '../views/categories.ts';
import { listView, serviceView } from '../views/service.ts';
import { statusView } from '../views/status-record.ts';
import { defaultListQuery } from '../search/query/question.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';

/** The API as files for a static host, with the bodies that the server sends. */
export function* staticApi({
  snapshot,
  search,
}: Pick<SiteCatalog, 'snapshot' | 'search'>): Generator<CatalogFile> {
  yield { path: 'api/services.json', text: bodyOf(listView(search.list(defaultListQuery).entries)) };
  yield { path: 'api/categories.json', text: bodyOf(categoriesView(snapshot)) };

  for (const entry of snapshot.entries()) {
    const { id } = entry.declared;
    yield { path: `api/services/${id}.json`, text: bodyOf(serviceView(entry)) };
    yield { path: `api/services/${id}/status.json`, text: bodyOf(statusView(entry)) };
  }
}
