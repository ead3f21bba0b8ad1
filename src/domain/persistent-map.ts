/** Both must be powers of two. */
const shardsInGroup = 64;
const groupCount = 64;
const shardCount = groupCount * shardsInGroup;

/** Items whose keys are only known by their hashes until somebody looks for one of them. */
export interface HashedItems<Item> {
  /** The hash of each item's key, as `hashOf` gives it. */
  readonly hashes: Uint32Array;
  keyAt(place: number): string;
  /** Undefined for no item, which no map holds. */
  itemAt(place: number): Item | undefined;
}

/**
 * An immutable map. `with` and `without` return a new map that shares all shards with the old one except those that changed.
 * One change among 100,000 entries copies some two dozen of them and two lists of 64, so snapshots are cheap.
 */
export class PersistentMap<Value> {
  readonly #groups: readonly Group<Value>[];
  #size: number | undefined;
  /** What an unedited map was made of. */
  readonly #items: HashedItems<Value> | undefined;

  private constructor(groups: readonly Group<Value>[], size?: number, items?: HashedItems<Value>) {
    this.#groups = groups;
    this.#size = size;
    this.#items = items;
  }

  static from<Value>(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    const empty = Shard.of(new Map<string, Value>());
    const group = Group.of(Array.from({ length: shardsInGroup }, () => empty));

    return new PersistentMap(
      Array.from({ length: groupCount }, () => group),
      0,
    ).with(entries);
  }

  /** A map of items under different keys. Reads the keys of a shard when somebody looks into it. */
  static deferred<Value>(items: HashedItems<Value>): PersistentMap<Value> {
    const inShard = placesByShard(items.hashes);
    const groups = groupsOf((shard) => {
      return Shard.deferred<Value>({
        entries: () => entriesAt<Value, Value>(inShard(shard), items, (_, item) => item),
        values: () => itemsAt(inShard(shard), items),
      });
    });

    return new PersistentMap(groups, items.hashes.length, items);
  }

  /** A map of what `add` makes of the items under a key, one after the other. Reads the keys of a shard when somebody looks into it. */
  static gathered<Item, Value>(
    items: HashedItems<Item>,
    add: (known: Value | undefined, item: Item) => Value,
  ): PersistentMap<Value> {
    const inShard = placesByShard(items.hashes);

    return new PersistentMap(
      groupsOf((shard) => Shard.deferred({ entries: () => entriesAt(inShard(shard), items, add) })),
    );
  }

  get size(): number {
    return (this.#size ??= this.#shards.reduce((sum, { entries }) => sum + entries.size, 0));
  }

  get(key: string): Value | undefined {
    return this.#shard(shardOf(key))?.entries.get(key);
  }

  has(key: string): boolean {
    return this.#shard(shardOf(key))?.entries.has(key) ?? false;
  }

  with(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    return this.#edit((shardFor) => {
      for (const [key, value] of entries) shardFor(key).set(key, value);
    });
  }

  without(keys: Iterable<string>): PersistentMap<Value> {
    return this.#edit((shardFor) => {
      for (const key of keys) if (this.has(key)) shardFor(key).delete(key);
    });
  }

  *entries(): Generator<readonly [string, Value]> {
    for (const { entries } of this.#shards) yield* entries;
  }

  /** In no particular order. An unedited map takes its items as they lie in memory, several times faster than shard by shard. */
  *values(): Generator<Value> {
    if (this.#items) yield* allOf(this.#items);
    else for (const shard of this.#shards) yield* shard.values();
  }

  /** The entries in portions. A portion is the same object in every map that has the same entries in it. */
  *portions(): Generator<ReadonlyMap<string, Value>> {
    for (const { entries } of this.#shards) yield entries;
  }

  /** Passes `edit` a function that returns a writable copy of a key's shard, copied at its first use. */
  #edit(edit: (shardFor: (key: string) => Map<string, Value>) => void): PersistentMap<Value> {
    const copies = new Map<number, Map<string, Value>>();
    const shardFor = (key: string): Map<string, Value> => {
      const index = shardOf(key);
      const copy = copies.get(index) ?? new Map(this.#shard(index)?.entries);
      copies.set(index, copy);
      return copy;
    };

    edit(shardFor);
    if (copies.size === 0) return this;
    const groups = new Map<number, Shard<Value>[]>();
    let growth = 0;
    for (const [index, copy] of copies) {
      growth += copy.size - (this.#shard(index)?.entries.size ?? 0);
      const group = groups.get(groupOf(index)) ?? [...(this.#groups[groupOf(index)]?.shards ?? [])];
      group[index % shardsInGroup] = Shard.of(copy);
      groups.set(groupOf(index), group);
    }
    return new PersistentMap(
      this.#groups.map((group, at) => {
        const edited = groups.get(at);
        return edited ? Group.of(edited) : group;
      }),
      this.#size === undefined ? undefined : this.#size + growth,
    );
  }

  get #shards(): Shard<Value>[] {
    return this.#groups.flatMap(({ shards }) => shards);
  }

  #shard(index: number): Shard<Value> | undefined {
    return this.#groups[groupOf(index)]?.shards[index % shardsInGroup];
  }
}

/**
 * Some shards. A change copies the lists of those groups alone whose shards it changes. They are made when they are first asked for: those of
 * a small catalog would take more memory than its services.
 */
class Group<Value> {
  #shards: readonly Shard<Value>[] | undefined;
  /** Absent once the shards are made, so that it can be forgotten. */
  #make: (() => readonly Shard<Value>[]) | undefined;

  private constructor(shards: readonly Shard<Value>[] | undefined, make?: () => readonly Shard<Value>[]) {
    this.#shards = shards;
    this.#make = make;
  }

  static of<Value>(shards: readonly Shard<Value>[]): Group<Value> {
    return new Group(shards);
  }

  static deferred<Value>(make: () => readonly Shard<Value>[]): Group<Value> {
    return new Group<Value>(undefined, make);
  }

  get shards(): readonly Shard<Value>[] {
    this.#shards ??= this.#make?.() ?? [];
    this.#make = undefined;
    return this.#shards;
  }
}

/** All groups, whose shards `make` makes. */
function groupsOf<Value>(make: (shard: number) => Shard<Value>): Group<Value>[] {
  return Array.from({ length: groupCount }, (_, group) =>
    Group.deferred(() => Array.from({ length: shardsInGroup }, (_, i) => make(group * shardsInGroup + i))),
  );
}

function groupOf(shard: number): number {
  return Math.floor(shard / shardsInGroup);
}

/** Where the entries of a shard come from. */
interface ShardSource<Value> {
  entries(): ReadonlyMap<string, Value>;
  /** The values alone, where that takes less. */
  values?(): Iterable<Value>;
}

/** The entries whose keys have one hash. */
class Shard<Value> {
  #entries: ReadonlyMap<string, Value> | undefined;
  /** Absent once the entries are made, so that items that are replaced later can be forgotten. */
  #source: ShardSource<Value> | undefined;

  private constructor(entries: ReadonlyMap<string, Value> | undefined, source?: ShardSource<Value>) {
    this.#entries = entries;
    this.#source = source;
  }

  /** Refers to these entries alone: a function that gives them would keep the map alive that it was made in, and so all maps before. */
  static of<Value>(entries: ReadonlyMap<string, Value>): Shard<Value> {
    return new Shard(entries);
  }

  /** A shard whose entries are made when they are first asked for. */
  static deferred<Value>(source: ShardSource<Value>): Shard<Value> {
    return new Shard<Value>(undefined, source);
  }

  get entries(): ReadonlyMap<string, Value> {
    this.#entries ??= this.#source?.entries() ?? new Map<string, Value>();
    this.#source = undefined;
    return this.#entries;
  }

  values(): Iterable<Value> {
    return this.#source?.values?.() ?? this.entries.values();
  }
}

function entriesAt<Item, Value>(
  places: Uint32Array,
  items: HashedItems<Item>,
  add: (known: Value | undefined, item: Item) => Value,
): Map<string, Value> {
  const entries = new Map<string, Value>();
  for (const place of places) {
    const item = items.itemAt(place);
    const key = items.keyAt(place);
    if (item !== undefined) entries.set(key, add(entries.get(key), item));
  }
  return entries;
}

function* allOf<Item>(items: HashedItems<Item>): Generator<Item> {
  for (let place = 0; place < items.hashes.length; place += 1) {
    const item = items.itemAt(place);
    if (item !== undefined) yield item;
  }
}

function* itemsAt<Item>(places: Uint32Array, items: HashedItems<Item>): Generator<Item> {
  for (const place of places) {
    const item = items.itemAt(place);
    if (item !== undefined) yield item;
  }
}

/** Sorts places by the shard of their hashes, when the first shard is asked for. */
function placesByShard(hashes: Uint32Array): (shard: number) => Uint32Array {
  let sorted: { readonly places: Uint32Array; readonly starts: Uint32Array } | undefined;

  return (shard) => {
    const { places, starts } = (sorted ??= sortedByShard(hashes));
    return places.subarray(starts[shard], starts[shard + 1]);
  };
}

/** A counting sort; equal ones stay in their order. */
function sortedByShard(hashes: Uint32Array): { places: Uint32Array; starts: Uint32Array } {
  const starts = new Uint32Array(shardCount + 1);
  for (const hash of hashes) starts[shardOfHash(hash) + 1] = (starts[shardOfHash(hash) + 1] ?? 0) + 1;
  for (let shard = 1; shard <= shardCount; shard += 1) {
    starts[shard] = (starts[shard] ?? 0) + (starts[shard - 1] ?? 0);
  }

  const places = new Uint32Array(hashes.length);
  const next = starts.slice();
  for (const [place, hash] of hashes.entries()) {
    const shard = shardOfHash(hash);
    const at = next[shard] ?? 0;
    places[at] = place;
    next[shard] = at + 1;
  }
  return { places, starts };
}

/** FNV-1a, a whole number of 32 bits. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function shardOf(key: string): number {
  return shardOfHash(hashOf(key));
}

function shardOfHash(hash: number): number {
  return (hash ^ (hash >>> 16)) & (shardCount - 1);
}
