import type { CatalogFile } from '../domain/catalog-file.ts';
import { bodyOf, categoriesView, exportView, listView, serviceView, statusView } from '../domain/views.ts';
import { defaultListQuery } from '../search/query/question.ts';
import type { SiteCatalog } from './site-catalog.ts';

export const exportFile = 'api/export.json';

/** The API as files, with the very bodies that the server answers, for any static host. */
export function* staticApi(
  { snapshot, search }: Pick<SiteCatalog, 'snapshot' | 'search'>,
  catalogName: string,
): Generator<CatalogFile> {
  yield { path: 'api/services.json', text: bodyOf(listView(search.list(defaultListQuery).entries)) };
  yield { path: 'api/categories.json', text: bodyOf(categoriesView(snapshot)) };
  yield { path: exportFile, text: bodyOf(exportView(snapshot, catalogName)) };

  for (const entry of snapshot.entries()) {
    const { id } = entry.declared;
    yield { path: `api/services/${id}.json`, text: bodyOf(serviceView(entry)) };
    yield { path: `api/services/${id}/status.json`, text: bodyOf(statusView(entry)) };
  }
}
