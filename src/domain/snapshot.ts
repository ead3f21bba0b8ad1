import type { Category } from './category.ts';
import { PersistentMap } from './persistent-map.ts';
import { type DeclaredService, type Observed, unobserved } from './service.ts';

/** A service, declared and observed. Entries are immutable: a change creates a new one, so anything derived from an entry can be cached with it. */
export interface Entry {
  readonly declared: DeclaredService;
  readonly observed: Observed;
}

export interface CatalogVersion {
  /** The full hash of the last git commit that touched the catalog. */
  readonly commit: string;
  /** The time of that commit, ISO 8601 in UTC. */
  readonly changedAt: string;
  /** How many changes the last build of the site does not contain. */
  readonly unbuilt: number;
}

/** The whole catalog at one moment. Immutable, so a request can rely on one snapshot from beginning to end. */
export class Snapshot {
  readonly version: CatalogVersion;
  readonly categories: readonly Category[];
  readonly #entries: PersistentMap<Entry>;
  readonly #idByEndpoint: PersistentMap<string>;

  private constructor(
    version: CatalogVersion,
    categories: readonly Category[],
    entries: PersistentMap<Entry>,
    idByEndpoint: PersistentMap<string>,
  ) {
    this.version = version;
    this.categories = categories;
    this.#entries = entries;
    this.#idByEndpoint = idByEndpoint;
  }

  static of(version: CatalogVersion, categories: readonly Category[], entries: readonly Entry[]): Snapshot {
    return new Snapshot(
      version,
      categories,
      PersistentMap.from(entries.map((entry) => [entry.declared.id, entry] as const)),
      PersistentMap.from(entries.map(({ declared }) => [declared.endpoint, declared.id] as const)),
    );
  }

  get size(): number {
    return this.#entries.size;
  }

  /** All entries, in no particular order. */
  entries(): Iterable<Entry> {
    return this.#entries.values();
  }

  find(id: string): Entry | undefined {
    return this.#entries.get(id);
  }

  /** The id of the service listed at a canonical endpoint. */
  idAt(endpoint: string): string | undefined {
    return this.#idByEndpoint.get(endpoint);
  }

  hasCategory(id: string): boolean {
    return this.categories.some((category) => category.id === id);
  }

  categoryName(id: string): string {
    return this.categories.find((category) => category.id === id)?.name ?? id;
  }

  /** Adds or replaces declarations and keeps what was observed of these services. */
  declare(services: readonly DeclaredService[]): Snapshot {
    return new Snapshot(
      this.version,
      this.categories,
      this.#entries.with(
        services.map((declared) => [
          declared.id,
          { declared, observed: this.find(declared.id)?.observed ?? unobserved },
        ]),
      ),
      this.#idByEndpoint.with(services.map(({ id, endpoint }) => [endpoint, id])),
    );
  }

  /** Replaces what was observed of these services. Ids that are no longer listed are ignored. */
  observe(observed: ReadonlyMap<string, Observed>): Snapshot {
    const entries = [...observed].flatMap(([id, seen]) => {
      const declared = this.find(id)?.declared;
      return declared ? [[id, { declared, observed: seen }] as const] : [];
    });

    return new Snapshot(this.version, this.categories, this.#entries.with(entries), this.#idByEndpoint);
  }

  remove(ids: readonly string[]): Snapshot {
    const endpoints = ids.flatMap((id) => this.find(id)?.declared.endpoint ?? []);

    return new Snapshot(
      this.version,
      this.categories,
      this.#entries.without(ids),
      this.#idByEndpoint.without(endpoints),
    );
  }

  withCategories(categories: readonly Category[]): Snapshot {
    return new Snapshot(this.version, categories, this.#entries, this.#idByEndpoint);
  }

  at(version: CatalogVersion): Snapshot {
    return new Snapshot(version, this.categories, this.#entries, this.#idByEndpoint);
  }
}

/** The value of `X-Catalog-Version`: the commit, followed by `+n` when the last build lacks n changes. */
export function versionLabel({ commit, unbuilt }: CatalogVersion): string {
  return unbuilt === 0 ? commit : `${commit}+${String(unbuilt)}`;
}
