import type { Category } from './category.ts';
import { PersistentMap } from './persistent-map.ts';
import { type DeclaredService, type Observed, unobserved } from './service.ts';

/** One service, declared and observed. Immutable: a change makes a new entry, so anything derived from an entry can be cached with it. */
export interface Entry {
  readonly declared: DeclaredService;
  readonly observed: Observed;
}

export interface CatalogVersion {
  /** The last git commit that touched the catalog, in full. */
  readonly commit: string;
  /** When the catalog last changed, ISO 8601 in UTC: the time of that commit. */
  readonly changedAt: string;
  /** Changes that the last build of the site lacks. */
  readonly unbuilt: number;
}

/** The whole catalog at one moment. Immutable; a reader holds one for a whole request. */
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

  /** Every entry, in no particular order. */
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

  /** The snapshot with these services declared; what was observed of them stays. */
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

  /** The snapshot with this observed; services that are not listed are left out. */
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

/** The value of `X-Catalog-Version`: the commit, and `+n` when the build lacks n newer changes. */
export function versionLabel({ commit, unbuilt }: CatalogVersion): string {
  return unbuilt === 0 ? commit : `${commit}+${String(unbuilt)}`;
}
