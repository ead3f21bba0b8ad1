/** Must be a power of two. */
const shardCount = 1024;

/**
 * An immutable map. `with` and `without` return a new map that shares all shards with the old one except those that changed.
 * One change among 100,000 entries copies about a hundred of them, so snapshots are cheap.
 */
export class PersistentMap<Value> {
  readonly size: number;
  readonly #shards: readonly ReadonlyMap<string, Value>[];

  private constructor(shards: readonly ReadonlyMap<string, Value>[], size: number) {
    this.#shards = shards;
    this.size = size;
  }

  static from<Value>(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    return PersistentMap.gather(entries, (_, value) => value);
  }

  /** A map of what `add` makes of the items under a key, one after the other. */
  static gather<Item, Value>(
    items: Iterable<readonly [string, Item]>,
    add: (known: Value | undefined, item: Item) => Value,
  ): PersistentMap<Value> {
    const shards = Array.from({ length: shardCount }, () => new Map<string, Value>());
    for (const [key, item] of items) {
      const shard = shards[shardOf(key)];
      shard?.set(key, add(shard.get(key), item));
    }

    return new PersistentMap(
      shards,
      shards.reduce((sum, { size }) => sum + size, 0),
    );
  }

  get(key: string): Value | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.#shards[shardOf(key)]?.has(key) ?? false;
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
    for (const shard of this.#shards) yield* shard.entries();
  }

  *values(): Generator<Value> {
    for (const shard of this.#shards) yield* shard.values();
  }

  /** The entries in portions. A portion is the same object in every map that has the same entries in it. */
  portions(): readonly ReadonlyMap<string, Value>[] {
    return this.#shards;
  }

  /** Passes `edit` a function that returns a writable copy of a key's shard, copied at its first use. */
  #edit(edit: (shardFor: (key: string) => Map<string, Value>) => void): PersistentMap<Value> {
    const copies = new Map<number, Map<string, Value>>();
    const shardFor = (key: string): Map<string, Value> => {
      const index = shardOf(key);
      const copy = copies.get(index) ?? new Map(this.#shards[index]);
      copies.set(index, copy);
      return copy;
    };

    edit(shardFor);
    if (copies.size === 0) return this;
    const shards = this.#shards.map((shard, index) => copies.get(index) ?? shard);
    const growth = [...copies].reduce(
      (sum, [index, copy]) => sum + copy.size - (this.#shards[index]?.size ?? 0),
      0,
    );
    return new PersistentMap(shards, this.size + growth);
  }
}

/** FNV-1a, reduced to the number of shards. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 16)) & (shardCount - 1);
}
