import type { Snapshot } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';

/** What pages are made from; they get it through `Astro.locals`. */
export interface SiteCatalog {
  readonly snapshot: Snapshot;
  readonly search: Pick<Search, 'list' | 'intent'>;
}
