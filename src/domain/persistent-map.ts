/** A power of two. */
const shardCount = 1024;

/**
 * A map that never changes: `with` and `without` give a new one that shares all but the touched shards with the old.
 * One change among 100,000 entries copies about a hundred of them, so snapshots are cheap to make and safe to hold.
 */
export class PersistentMap<Value> {
  readonly size: number;
  readonly #shards: readonly ReadonlyMap<string, Value>[];

  private constructor(shards: readonly ReadonlyMap<string, Value>[], size: number) {
    this.#shards = shards;
    this.size = size;
  }

  static from<Value>(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    const empty = new Map<string, Value>();

    return new PersistentMap<Value>(
      Array.from({ length: shardCount }, () => empty),
      0,
    ).with(entries);
  }

  get(key: string): Value | undefined {
    return this.#shards[shardOf(key)]?.get(key);
  }

  has(key: string): boolean {
    return this.#shards[shardOf(key)]?.has(key) ?? false;
  }

  with(entries: Iterable<readonly [string, Value]>): PersistentMap<Value> {
    return this.#changed((own) => {
      for (const [key, value] of entries) own(key).set(key, value);
    });
  }

  without(keys: Iterable<string>): PersistentMap<Value> {
    return this.#changed((own) => {
      for (const key of keys) if (this.has(key)) own(key).delete(key);
    });
  }

  *values(): Generator<Value> {
    for (const shard of this.#shards) yield* shard.values();
  }

  /** Hands `change` a function that gives the writable copy of a key's shard, made at its first use. */
  #changed(change: (own: (key: string) => Map<string, Value>) => void): PersistentMap<Value> {
    const copies = new Map<number, Map<string, Value>>();
    const own = (key: string): Map<string, Value> => {
      const index = shardOf(key);
      const copy = copies.get(index) ?? new Map(this.#shards[index]);
      copies.set(index, copy);
      return copy;
    };

    change(own);
    const shards = this.#shards.map((shard, index) => copies.get(index) ?? shard);
    const grown = [...copies].reduce(
      (sum, [index, copy]) => sum + copy.size - (this.#shards[index]?.size ?? 0),
      0,
    );
    return new PersistentMap(shards, this.size + grown);
  }
}

/** FNV-1a, folded to the number of shards. */
function shardOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i += 1) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 16)) & (shardCount - 1);
}
