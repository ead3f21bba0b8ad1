import type { SiteCatalog } from './site-catalog.ts';
import { servicePage, type ServicePage } from './service-page.ts';

/** How many services may be compared. */
export const mostCompared = 4;

/** What the page of a comparison shows. */
export interface ComparePage {
  readonly services: readonly ServicePage[];
  /** Ids that no service has. */
  readonly unknown: readonly string[];
  /** Whether more were asked for than fit beside each other. */
  readonly isCut: boolean;
}

/** Ids may be given by repeating `ids`, by a comma list, or both. */
export async function comparePage(parameters: URLSearchParams, catalog: SiteCatalog): Promise<ComparePage> {
  const ids = [
    ...new Set(
      parameters
        .getAll('ids')
        .flatMap((value) => value.split(','))
        .map((id) => id.trim())
        .filter((id) => id !== ''),
    ),
  ];
  const entries = ids.slice(0, mostCompared).map((id) => ({ id, entry: catalog.snapshot.find(id) }));

  return {
    services: await Promise.all(entries.flatMap(({ entry }) => (entry ? [servicePage(entry, catalog)] : []))),
    unknown: entries.filter(({ entry }) => !entry).map(({ id }) => id),
    isCut: ids.length > mostCompared,
  };
}

/** The address of a comparison. */
export function comparePath(ids: readonly string[]): string {
  return `/compare?ids=${ids.join(',')}`;
}
