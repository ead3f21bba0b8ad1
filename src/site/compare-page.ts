import { comparedIds, mostCompared } from './links.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { servicePage, type ServicePage } from './service-page.ts';

/** What the page of a comparison shows. */
export interface ComparePage {
  readonly services: readonly ServicePage[];
  /** Ids that no service has. */
  readonly unknown: readonly string[];
  /** Whether more were asked for than fit beside each other. */
  readonly isCut: boolean;
}

export async function comparePage(parameters: URLSearchParams, catalog: SiteCatalog): Promise<ComparePage> {
  const ids = comparedIds(parameters);
  const entries = ids.flatMap((id) => catalog.snapshot.find(id) ?? []);

  return {
    services: await Promise.all(entries.slice(0, mostCompared).map((entry) => servicePage(entry, catalog))),
    unknown: ids.filter((id) => !catalog.snapshot.find(id)),
    isCut: entries.length > mostCompared,
  };
}
