import { comparedIds, mostCompared } from './links.ts';
import type { SiteCatalog } from './site-catalog.ts';
import { servicePage, type ServicePage } from './service-page.ts';

/** Everything that the comparison page shows. */
export interface ComparePage {
  readonly services: readonly ServicePage[];
  /** Requested ids of services that do not exist. */
  readonly unknown: readonly string[];
  /** Whether more services were requested than fit side by side. */
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
