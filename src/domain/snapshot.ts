import type { Category } from './category.ts';
import { hostOf } from './endpoint-url.ts';
import { IdIndex, type Move, movesOf } from './id-index.ts';
import { type Payee, payeeKey, payeeOf, payeesOf } from './payee.ts';
import { PersistentMap } from './persistent-map.ts';
import { type DeclaredService, type Observed, unobserved } from './service.ts';
import type { Tombstone } from './tombstone.ts';

/** A service, declared and observed. Entries are immutable: a change creates a new one, so anything derived from an entry can be cached with it. */
export interface Entry {
  readonly declared: DeclaredService;
  readonly observed: Observed;
}

export function idOf({ declared }: Entry): string {
  return declared.id;
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

interface Parts {
  readonly version: CatalogVersion;
  readonly categories: readonly Category[];
  readonly entries: PersistentMap<Entry>;
  readonly idByEndpoint: PersistentMap<string>;
  readonly idsByOwner: IdIndex;
  readonly idsByHost: IdIndex;
  readonly idsByPayee: IdIndex;
  readonly tombstones: PersistentMap<Tombstone>;
  /** The removed services that had an endpoint at last. */
  readonly tombstonesByEndpoint: IdIndex;
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
    const keyed = entries.map((entry) => [idOf(entry), entry] as const);
    const listed = PersistentMap.from(keyed);

    return new Snapshot({
      version,
      categories,
      entries: listed,
      idByEndpoint: PersistentMap.from(keyed.map(([id, { declared }]) => [declared.endpoint, id])),
      idsByOwner: IdIndex.of(keyed.flatMap(([id, { declared }]) => membersOf(declared.owner, id))),
      idsByHost: IdIndex.of(keyed.map(([id, { declared }]) => [hostOf(declared.endpoint), id])),
      idsByPayee: IdIndex.of(
        keyed.flatMap(([id, entry]) => payeesIn(entry).map((payee) => [payee, id] as const)),
      ),
      tombstones: PersistentMap.from([]),
      tombstonesByEndpoint: IdIndex.of([]),
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

  /** The ids of all services, in no particular order. */
  *ids(): Generator<string> {
    for (const entry of this.entries()) yield idOf(entry);
  }

  /** All entries, sorted by id. */
  entriesById(): Entry[] {
    const ids = Array.from(this.ids()).sort();
    return ids.flatMap((id) => this.find(id) ?? []);
  }

  find(id: string): Entry | undefined {
    return this.#parts.entries.get(id);
  }

  /** The id of the service listed at a canonical endpoint. */
  idAt(endpoint: string): string | undefined {
    return this.#parts.idByEndpoint.get(endpoint);
  }

  idsOf(owner: string): readonly string[] {
    return this.#parts.idsByOwner.get(owner);
  }

  /** The ids of the services at a host, as `hostOf` spells it. */
  idsAt(host: string): readonly string[] {
    return this.#parts.idsByHost.get(host);
  }

  /** The ids of the services that declare a wallet, or whose live 402 names it. */
  idsPaidTo(payee: Payee): readonly string[] {
    return this.#parts.idsByPayee.get(payeeKey(payee));
  }

  /** The hosts of several services, in no particular order. */
  sharedHosts(): Iterable<string> {
    return this.#parts.idsByHost.shared();
  }

  /** The wallets that several services are paid into, in no particular order. */
  *sharedPayees(): Generator<Payee> {
    for (const key of this.#parts.idsByPayee.shared()) yield payeeOf(key);
  }

  /** The tombstone of a removed service; undefined when it was never listed, or is. */
  tombstone(id: string): Tombstone | undefined {
    return this.#parts.tombstones.get(id);
  }

  /** All tombstones, in no particular order. */
  tombstones(): Iterable<Tombstone> {
    return this.#parts.tombstones.values();
  }

  /** The tombstone of the last service at an endpoint where none is listed now. */
  tombstoneAt(endpoint: string): Tombstone | undefined {
    if (this.idAt(endpoint) !== undefined) return undefined;

    const tombstones = this.#parts.tombstonesByEndpoint
      .get(endpoint)
      .flatMap((id) => this.tombstone(id) ?? []);
    return tombstones.reduce<Tombstone | undefined>(later, undefined);
  }

  hasCategory(id: string): boolean {
    return this.categories.some((category) => category.id === id);
  }

  categoryName(id: string): string {
    return this.categories.find((category) => category.id === id)?.name ?? id;
  }

  /** Adds or replaces declarations; observations of these services stay, and their tombstones go. */
  declare(services: readonly DeclaredService[]): Snapshot {
    const entries = services.map((declared) => {
      const observed = this.find(declared.id)?.observed ?? unobserved;
      return [declared.id, { declared, observed }] as const;
    });
    const ids = services.map(({ id }) => id);

    return this.#with({
      entries: this.#parts.entries.with(entries),
      idByEndpoint: this.#withoutEndpointsOf(ids).with(services.map(({ id, endpoint }) => [endpoint, id])),
      idsByOwner: this.#parts.idsByOwner.after(
        services.map(({ id, owner }) => ({ id, from: this.#declaredOf(id)?.owner, to: owner })),
      ),
      idsByHost: this.#parts.idsByHost.after(
        services.map(({ id, endpoint }) => ({ id, from: this.#hostOf(id), to: hostOf(endpoint) })),
      ),
      idsByPayee: this.#parts.idsByPayee.after(this.#payeeMoves(entries)),
      ...this.#withoutTombstones(ids),
    });
  }

  /** Replaces what was observed of these services. Ids that are no longer listed are ignored. */
  observe(observed: ReadonlyMap<string, Observed>): Snapshot {
    const entries = [...observed].flatMap(([id, seen]) => {
      const entry = this.find(id);
      return entry ? [[id, { declared: entry.declared, observed: seen }] as const] : [];
    });

    return this.#with({
      entries: this.#parts.entries.with(entries),
      idsByPayee: this.#parts.idsByPayee.after(this.#payeeMoves(entries)),
    });
  }

  /** Removes services, and forgets the tombstones of others. */
  remove(ids: readonly string[]): Snapshot {
    return this.#with({
      entries: this.#parts.entries.without(ids),
      idByEndpoint: this.#withoutEndpointsOf(ids),
      idsByOwner: this.#parts.idsByOwner.after(
        ids.map((id) => ({ id, from: this.#declaredOf(id)?.owner, to: undefined })),
      ),
      idsByHost: this.#parts.idsByHost.after(
        ids.map((id) => ({ id, from: this.#hostOf(id), to: undefined })),
      ),
      idsByPayee: this.#parts.idsByPayee.after(this.#payeeMoves(ids.map((id) => [id, undefined]))),
      ...this.#withoutTombstones(ids),
    });
  }

  /** Replaces services by their tombstones. */
  bury(tombstones: readonly Tombstone[]): Snapshot {
    const without = this.remove(tombstones.map(({ id }) => id)).#parts;

    return this.#with({
      ...without,
      tombstones: without.tombstones.with(tombstones.map((stone) => [stone.id, stone])),
      tombstonesByEndpoint: without.tombstonesByEndpoint.after(
        tombstones.map(({ id, endpoint }) => ({ id, from: undefined, to: endpoint })),
      ),
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

  #declaredOf(id: string): DeclaredService | undefined {
    return this.find(id)?.declared;
  }

  #hostOf(id: string): string | undefined {
    const endpoint = this.#declaredOf(id)?.endpoint;

    return endpoint === undefined ? undefined : hostOf(endpoint);
  }

  /** How the wallets of services change when these entries take the place of the present ones. */
  #payeeMoves(entries: readonly (readonly [id: string, entry: Entry | undefined])[]): Move[] {
    return entries.flatMap(([id, entry]) => {
      const before = this.find(id);
      return movesOf(id, before ? payeesIn(before) : [], entry ? payeesIn(entry) : []);
    });
  }

  #withoutEndpointsOf(ids: readonly string[]): PersistentMap<string> {
    const endpoints = ids.flatMap((id) => this.#declaredOf(id)?.endpoint ?? []);

    return this.#parts.idByEndpoint.without(endpoints);
  }

  #withoutTombstones(ids: readonly string[]): Pick<Parts, 'tombstones' | 'tombstonesByEndpoint'> {
    const { tombstones, tombstonesByEndpoint } = this.#parts;

    return {
      tombstones: tombstones.without(ids),
      tombstonesByEndpoint: tombstonesByEndpoint.after(
        ids.map((id) => ({ id, from: this.tombstone(id)?.endpoint, to: undefined })),
      ),
    };
  }
}

function payeesIn({ declared, observed }: Entry): readonly string[] {
  return payeesOf(declared, observed.facts);
}

function membersOf(key: string | undefined, id: string): (readonly [string, string])[] {
  return key === undefined ? [] : [[key, id]];
}

function later(a: Tombstone | undefined, b: Tombstone): Tombstone {
  return a && Date.parse(a.deletedAt) > Date.parse(b.deletedAt) ? a : b;
}

/** The value of `X-Catalog-Version`: the commit, followed by `+n` when the last build lacks n changes. */
export function versionLabel({ commit, unbuilt }: CatalogVersion): string {
  return unbuilt === 0 ? commit : `${commit}+${String(unbuilt)}`;
}
