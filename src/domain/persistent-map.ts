/** A power of two. */
const shardCount = 1_024;

type Shard<Value> = ReadonlyMap<string, Value>;

/**
 * An immutable map. `with` and `without` return a new map that shares all shards with the old one except those that changed. One change among
 * 30,000 entries copies some thirty of them and a list of 1,024, so snapshots are cheap.
 */
export class PersistentMap<Value> {
  readonly size: number;
  readonly #shards: readonly Shard<Value>[];

  private constructor(shards: readonly Shard<Value>[]) {
    this.#shards = shards;
    this.size = shards.reduce((sum, { size }) => sum + size, 0);
  }

  static from<Value>(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    const empty = new Map<string, Value>();

    return new PersistentMap(Array.from({ length: shardCount }, () => empty)).with(entries);
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

  /** In no particular order. */
  *entries(): Generator<readonly [string, Value]> {
    for (const shard of this.#shards) yield* shard;
  }

  /** In no particular order. */
  *values(): Generator<Value> {
    for (const shard of this.#shards) yield* shard.values();
  }

  /** Passes `edit` a function that returns a writable copy of a key's shard, copied at its first use. */
  #edit(edit: (shardFor: (key: string) => Map<string, Value>) => void): PersistentMap<Value> {
    const copies: Map<string, Value>[] = [];
    const shardFor = (key: string): Map<string, Value> => {
      const index = shardOf(key);
      return (copies[index] ??= new Map(this.#shards[index]));
    };

    edit(shardFor);
    if (copies.length === 0) return this;
    return new PersistentMap(this.#shards.map((shard, at) => copies[at] ?? shard));
  }
}

/** FNV-1a, a whole number of 32 bits. */
export function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function shardOf(key: string): number {
  const hash = hashOf(key);

  return (hash ^ (hash >>> 16)) & (shardCount - 1);
}
