import type { Category } from '../domain/category.ts';
import { type DeclaredService, type Observed, unobserved } from '../domain/service.ts';
import { type CatalogVersion, Snapshot } from '../domain/snapshot.ts';
import { Search } from '../search/search.ts';
import type { PageSearch } from '../site/site-catalog.ts';

/** A snapshot in a form that threads can be given. */
export interface CarriedCatalog {
  readonly version: CatalogVersion;
  readonly categories: readonly Category[];
  readonly services: readonly DeclaredService[];
  /** What was observed of these services, in their order; null where nothing was. */
  readonly observed: readonly (Observed | null)[];
}

export function carried(snapshot: Snapshot): CarriedCatalog {
  const { version, categories } = snapshot;
  const entries = Array.from(snapshot.entries());

  return {
    version,
    categories,
    services: entries.map(({ declared }) => declared),
    observed: entries.map(({ observed }) => (observed === unobserved ? null : observed)),
  };
}

/** The snapshot that another thread carried here, and a search of it, made when somebody asks for it. */
export function unpacked({ version, categories, services, observed }: CarriedCatalog): {
  readonly snapshot: Snapshot;
  readonly search: PageSearch;
} {
  const entries = services.map((declared, at) => ({ declared, observed: observed[at] ?? unobserved }));
  const snapshot = Snapshot.of(version, categories, entries);

  return { snapshot, search: loadedLater(() => new Search(snapshot)) };
}

/** A search that is made for the first question. */
function loadedLater(load: () => Search): PageSearch {
  let loaded: Search | undefined;
  const search = (): Search => (loaded ??= load());

  return {
    list: (query) => search().list(query),
    matching: (question) => search().matching(question),
    facets: (question) => search().facets(question),
    categorySizes: () => search().categorySizes(),
    similar: (entry) => search().similar(entry),
    matches: (reading, entries) => search().matches(reading, entries),
    understand: (...text) => search().understand(...text),
  };
}
