import type { CatalogFile } from '../domain/catalog-file.ts';
import { bodyOf } from '../views/body.ts';
import { categoriesView } from '../views/categories.ts';
import { firstOutcomes } from '../views/outcome-export.ts';
import { listView, serviceView } from '../views/service.ts';
import { statusView } from '../views/status-record.ts';
import { defaultListQuery } from '../search/query/question.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import type { OutcomeRecords } from './write-exports.ts';

/** The API as files for a static host, with the bodies that the server sends, but for those of single services. */
export async function* staticApi(
  catalog: Pick<SiteCatalog, 'snapshot' | 'search'>,
): AsyncGenerator<CatalogFile> {
  const { entries } = await catalog.search.list(defaultListQuery);
  yield { path: 'api/services.json', text: bodyOf(listView(entries)) };
  yield { path: 'api/categories.json', text: bodyOf(categoriesView(catalog)) };
}

/** The same for a single service. */
export function serviceApi(entry: Entry, records: OutcomeRecords): CatalogFile[] {
  const { id } = entry.declared;
  const own = records.get(id);
  const said = own ? [firstOutcomes(id, own, entry.declared)] : [];

  return [
    { path: `api/services/${id}.json`, text: bodyOf(serviceView(entry)) },
    { path: `api/services/${id}/status.json`, text: bodyOf(statusView(entry)) },
    ...said.map((text) => ({ path: `api/services/${id}/outcomes.json`, text })),
  ];
}
