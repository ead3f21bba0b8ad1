import type { Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';

/** What pages are made from. */
export interface SiteCatalog {
  readonly snapshot: Snapshot;
  readonly search: Pick<Search, 'list' | 'intent'>;
}

const place = Symbol.for('tollbook.site-catalog');

/**
 * Gives the pages of a build their catalog. The bundler makes pages into modules of their own, which share nothing with the
 * script that builds them but the global object. Pages rendered on request get theirs through `Astro.locals`.
 */
export function provideCatalog(catalog: SiteCatalog): void {
  Reflect.set(globalThis, place, catalog);
}

/** The catalog that a prerendered page is made from. */
export function providedCatalog(): SiteCatalog {
  const catalog: unknown = Reflect.get(globalThis, place);
  if (isSiteCatalog(catalog)) return catalog;

  throw new Error('no catalog was provided; build the site with "npm run build"');
}

function isSiteCatalog(value: unknown): value is SiteCatalog {
  return typeof value === 'object' && value !== null && 'snapshot' in value && 'search' in value;
}
