import { hashOf, type HashedItems, PersistentMap } from './persistent-map.ts';

/** An id that belongs to another key now; a key that is undefined stands for none. */
export interface Move {
  readonly id: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** The moves of an id that belonged to some keys and belongs to others now. */
export function movesOf(id: string, from: readonly string[], to: readonly string[]): Move[] {
  return [
    ...from.filter((key) => !to.includes(key)).map((key) => ({ id, from: key, to: undefined })),
    ...to.filter((key) => !from.includes(key)).map((key) => ({ id, from: undefined, to: key })),
  ];
}

/** Most keys have one id, which takes less memory without an array. */
type Ids = string | readonly string[];

/** The ids that belong to a key, like the services of an owner. Immutable. */
export class IdIndex {
  readonly #ids: PersistentMap<Ids>;
  /** What an unedited index is made from. */
  readonly #items: HashedItems<string> | undefined;

  private constructor(ids: PersistentMap<Ids>, items?: HashedItems<string>) {
    this.#ids = ids;
    this.#items = items;
  }

  static of(members: readonly (readonly [key: string, id: string])[]): IdIndex {
    return IdIndex.deferred({
      hashes: Uint32Array.from(members, ([key]) => hashOf(key)),
      keyAt: (at) => members[at]?.[0] ?? '',
      itemAt: (at) => members[at]?.[1] ?? '',
    });
  }

  /** An index of ids that reads their keys when somebody looks for one. */
  static deferred(ids: HashedItems<string>): IdIndex {
    return new IdIndex(PersistentMap.gathered(ids, withId), ids);
  }

  get(key: string): readonly string[] {
    return listOf(this.#ids.get(key));
  }

  /** The keys that more than one id belongs to. */
  *shared(): Generator<string> {
    if (this.#items) yield* this.#sharedIn(this.#items);
    else for (const [key, ids] of this.#ids.entries()) if (typeof ids !== 'string') yield key;
  }

  /** The same of an unedited index, which need not read the keys that share no hash with another. */
  *#sharedIn(items: HashedItems<string>): Generator<string> {
    const keys = new Set(repeatedPlaces(items.hashes).map((at) => items.keyAt(at)));
    for (const key of keys) if (this.get(key).length > 1) yield key;
  }

  /** The index after these moves, at most one of each id to or from a key. */
  after(moves: readonly Move[]): IdIndex {
    const moved = moves.filter(({ from, to }) => from !== to);
    if (moved.length === 0) return this;

    const [gone, come] = [byKey(moved, 'from'), byKey(moved, 'to')];
    const changed = [...new Set([...gone.keys(), ...come.keys()])].map((key) => {
      const stay = without(this.get(key), listOf(gone.get(key)));
      return [key, stay.concat(listOf(come.get(key)))] as const;
    });
    const [empty, full] = [
      changed.filter(([, ids]) => ids.length === 0),
      changed.filter(([, ids]) => ids.length > 0),
    ];
    const left = this.#ids.with(full.map(([key, ids]) => [key, ids.length === 1 ? (ids[0] ?? ids) : ids]));
    return new IdIndex(left.without(empty.map(([key]) => key)));
  }
}

/** The places of the hashes that occur several times. */
function repeatedPlaces(hashes: Uint32Array): number[] {
  const sorted = hashes.toSorted();
  const repeated = new Set(sorted.filter((hash, at) => hash === sorted[at + 1]));

  return repeated.size === 0 ? [] : Array.from(hashes.keys()).filter((at) => repeated.has(hashes[at] ?? 0));
}

/** The ids that come to a key, or leave it. */
function byKey(moves: readonly Move[], end: 'from' | 'to'): ReadonlyMap<string, Ids> {
  const ids = new Map<string, Ids>();
  for (const { id, [end]: key } of moves) if (key !== undefined) ids.set(key, withId(ids.get(key), id));
  return ids;
}

/** Adds to an array in place: only for ids that no index has yet. */
function withId(ids: Ids | undefined, id: string): Ids {
  if (ids === undefined) return id;
  if (typeof ids === 'string') return [ids, id];

  (ids as string[]).push(id);
  return ids;
}

function listOf(ids: Ids = []): readonly string[] {
  return typeof ids === 'string' ? [ids] : ids;
}

function without(ids: readonly string[], gone: readonly string[]): readonly string[] {
  if (gone.length === 0) return ids;

  const set = new Set(gone);
  return ids.filter((id) => !set.has(id));
}
