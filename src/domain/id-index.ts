import { PersistentMap } from './persistent-map.ts';

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

/** The ids that belong to a key, like the services of an owner. Immutable. */
export class IdIndex {
  readonly #ids: PersistentMap<readonly string[]>;

  private constructor(ids: PersistentMap<readonly string[]>) {
    this.#ids = ids;
  }

  static of(members: readonly (readonly [key: string, id: string])[]): IdIndex {
    return new IdIndex(PersistentMap.from(idsByKey(members)));
  }

  get(key: string): readonly string[] {
    return this.#ids.get(key) ?? [];
  }

  *shared(): Generator<string> {
    for (const [key, ids] of this.#ids.entries()) if (ids.length > 1) yield key;
  }

  /** The index after these moves, at most one of each id to or from a key. */
  after(moves: readonly Move[]): IdIndex {
    const moved = moves.filter(({ from, to }) => from !== to);
    if (moved.length === 0) return this;

    const [gone, come] = [idsByKey(membersAt(moved, 'from')), idsByKey(membersAt(moved, 'to'))];
    const changed = [...new Set([...gone.keys(), ...come.keys()])].map((key) => {
      const stay = without(this.get(key), gone.get(key) ?? []);
      return [key, stay.concat(come.get(key) ?? [])] as const;
    });
    const empty = changed.filter(([, ids]) => ids.length === 0).map(([key]) => key);
    return new IdIndex(this.#ids.with(changed).without(empty));
  }
}

function idsByKey(members: Iterable<readonly [key: string, id: string]>): Map<string, string[]> {
  const ids = new Map<string, string[]>();
  for (const [key, id] of members) {
    const known = ids.get(key);
    if (known) known.push(id);
    else ids.set(key, [id]);
  }
  return ids;
}

function membersAt(moves: readonly Move[], end: 'from' | 'to'): (readonly [string, string])[] {
  return moves.flatMap(({ id, [end]: key }) => (key === undefined ? [] : [[key, id] as const]));
}

function without(ids: readonly string[], gone: readonly string[]): readonly string[] {
  if (gone.length === 0) return ids;

  const set = new Set(gone);
  return ids.filter((id) => !set.has(id));
}
