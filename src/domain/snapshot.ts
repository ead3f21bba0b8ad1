import type { Category } from './category.ts';
import { PersistentMap } from './persistent-map.ts';
import { type DeclaredService, type Observed, unobserved } from './service.ts';
import type { Tombstone } from './tombstone.ts';

/** A service, declared and observed. Entries are immutable: a change creates a new one, so anything derived from an entry can be cached with it. */
export interface Entry {
  readonly declared: DeclaredService;
  readonly observed: Observed;
}

/** A service of which nothing was seen yet. */
export function unobservedEntry(declared: DeclaredService): Entry {
  return { declared, observed: unobserved };
}

export interface CatalogVersion {
  /** The full hash of the last git commit that touched the catalog. */
  readonly commit: string;
  /** The time of that commit, ISO 8601 in UTC. */
  readonly changedAt: string;
  /** How many changes the last build of the site does not contain. */
  readonly unbuilt: number;
}

/** What a snapshot consists of. */
interface Parts {
  readonly version: CatalogVersion;
  readonly categories: readonly Category[];
  readonly entries: PersistentMap<Entry>;
  readonly idByEndpoint: PersistentMap<string>;
  readonly idsByOwner: PersistentMap<readonly string[]>;
  readonly tombstones: PersistentMap<Tombstone>;
  /** The removed service that had an endpoint last, where none has it now. */
  readonly graveByEndpoint: PersistentMap<string>;
}

/** The whole catalog at one moment. Immutable, so a request can rely on one snapshot from beginning to end. */
export class Snapshot {
  readonly #parts: Parts;

  private constructor(parts: Parts) {
    this.#parts = parts;
  }

  static of(
    version: CatalogVersion,
    categories: readonly Category[],
    entries: readonly Entry[],
    tombstones: readonly Tombstone[] = [],
  ): Snapshot {
    const owned = entries.filter(({ declared }) => declared.owner !== undefined);
    const byOwner = Map.groupBy(owned, ({ declared }) => declared.owner ?? '');
    const listed = new Set(entries.map(({ declared }) => declared.id));

    return new Snapshot({
      version,
      categories,
      entries: PersistentMap.from(entries.map((entry) => [entry.declared.id, entry] as const)),
      idByEndpoint: PersistentMap.from(
        entries.map(({ declared }) => [declared.endpoint, declared.id] as const),
      ),
      idsByOwner: PersistentMap.from(
        [...byOwner].map(([owner, own]) => [owner, own.map(({ declared }) => declared.id)] as const),
      ),
      tombstones: PersistentMap.from([]),
      graveByEndpoint: PersistentMap.from([]),
    }).bury(tombstones.filter(({ id }) => !listed.has(id)));
  }

  get version(): CatalogVersion {
    return this.#parts.version;
  }

  get categories(): readonly Category[] {
    return this.#parts.categories;
  }

  get size(): number {
    return this.#parts.entries.size;
  }

  /** All entries, in no particular order. */
  entries(): Iterable<Entry> {
    return this.#parts.entries.values();
  }

  find(id: string): Entry | undefined {
    return this.#parts.entries.get(id);
  }

  /** The id of the service listed at a canonical endpoint. */
  idAt(endpoint: string): string | undefined {
    return this.#parts.idByEndpoint.get(endpoint);
  }

  /** The ids of the services that an owner has. */
  idsOf(owner: string): readonly string[] {
    return this.#parts.idsByOwner.get(owner) ?? [];
  }

  /** What is left of a removed service; undefined when it was never listed, or is. */
  tombstone(id: string): Tombstone | undefined {
    return this.#parts.tombstones.get(id);
  }

  /** What is left of the services that were removed, in no particular order. */
  tombstones(): Iterable<Tombstone> {
    return this.#parts.tombstones.values();
  }

  /** What is left of the last service at an endpoint where none is listed now. */
  graveAt(endpoint: string): Tombstone | undefined {
    const id = this.#parts.graveByEndpoint.get(endpoint);
    return id === undefined || this.idAt(endpoint) !== undefined ? undefined : this.tombstone(id);
  }

  hasCategory(id: string): boolean {
    return this.categories.some((category) => category.id === id);
  }

  categoryName(id: string): string {
    return this.categories.find((category) => category.id === id)?.name ?? id;
  }

  /** Adds or replaces declarations and keeps what was observed of these services. Their tombstones go. */
  declare(services: readonly DeclaredService[]): Snapshot {
    const entries = services.map((declared) => {
      const observed = this.find(declared.id)?.observed ?? unobserved;
      return [declared.id, { declared, observed }] as const;
    });
    const restored = services.flatMap(({ id }) => this.tombstone(id) ?? []);

    return this.#with({
      entries: this.#parts.entries.with(entries),
      idByEndpoint: this.#withoutEndpointsOf(services.map(({ id }) => id)).with(
        services.map(({ id, endpoint }) => [endpoint, id]),
      ),
      idsByOwner: this.#ownersAfter(services.map(({ id, owner }) => ({ id, owner }))),
      tombstones: this.#parts.tombstones.without(restored.map(({ id }) => id)),
      graveByEndpoint: this.#parts.graveByEndpoint.without(restored.map(({ endpoint }) => endpoint)),
    });
  }

  /** Replaces what was observed of these services. Ids that are no longer listed are ignored. */
  observe(observed: ReadonlyMap<string, Observed>): Snapshot {
    const entries = [...observed].flatMap(([id, seen]) => {
      const declared = this.find(id)?.declared;
      return declared ? [[id, { declared, observed: seen }] as const] : [];
    });

    return this.#with({ entries: this.#parts.entries.with(entries) });
  }

  /** Removes services, and forgets the tombstones of others. */
  remove(ids: readonly string[]): Snapshot {
    return this.#with({
      entries: this.#parts.entries.without(ids),
      idByEndpoint: this.#withoutEndpointsOf(ids),
      idsByOwner: this.#ownersAfter(ids.map((id) => ({ id, owner: undefined }))),
      tombstones: this.#parts.tombstones.without(ids),
    });
  }

  /** Removes services and keeps what is left of them. */
  bury(tombstones: readonly Tombstone[]): Snapshot {
    const inOrder = [...tombstones].sort((a, b) => Date.parse(a.deletedAt) - Date.parse(b.deletedAt));
    const without = this.remove(tombstones.map(({ id }) => id));

    return without.#with({
      tombstones: without.#parts.tombstones.with(inOrder.map((stone) => [stone.id, stone])),
      graveByEndpoint: without.#parts.graveByEndpoint.with(inOrder.map(({ id, endpoint }) => [endpoint, id])),
    });
  }

  withCategories(categories: readonly Category[]): Snapshot {
    return this.#with({ categories });
  }

  at(version: CatalogVersion): Snapshot {
    return this.#with({ version });
  }

  #with(changed: Partial<Parts>): Snapshot {
    return new Snapshot({ ...this.#parts, ...changed });
  }

  #withoutEndpointsOf(ids: readonly string[]): PersistentMap<string> {
    const endpoints = ids.flatMap((id) => this.find(id)?.declared.endpoint ?? []);

    return this.#parts.idByEndpoint.without(endpoints);
  }

  /** Who owns what, once these services have these owners. */
  #ownersAfter(
    changes: readonly { readonly id: string; readonly owner: string | undefined }[],
  ): PersistentMap<readonly string[]> {
    const touched = new Map<string, Set<string>>();
    const idsOf = (owner: string): Set<string> => {
      const ids = touched.get(owner) ?? new Set(this.idsOf(owner));
      touched.set(owner, ids);
      return ids;
    };

    for (const { id, owner } of changes) {
      const before = this.find(id)?.declared.owner;
      if (before === owner) continue;
      if (before !== undefined) idsOf(before).delete(id);
      if (owner !== undefined) idsOf(owner).add(id);
    }
    return this.#parts.idsByOwner.with([...touched].map(([owner, ids]) => [owner, [...ids]]));
  }
}

/** The value of `X-Catalog-Version`: the commit, followed by `+n` when the last build lacks n changes. */
export function versionLabel({ commit, unbuilt }: CatalogVersion): string {
  return unbuilt === 0 ? commit : `${commit}+${String(unbuilt)}`;
}
