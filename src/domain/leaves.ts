/** The values of a JSON object that hold no others, by their RFC 6901 pointers, in its order. */
export type Leaves = ReadonlyMap<string, unknown>;

/** A leaf that differs between two objects; null where there is none. */
export interface ChangedLeaf {
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The most characters in all pointers of one object. Nesting could make them a thousand times as long as the object, so what does not fit is
 * one leaf with everything in it.
 */
const maxPointers = 16 * 1024;

export function leavesIn(object: object): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  let room = maxPointers;

  const walk = (pointer: string, value: unknown): void => {
    const members = membersOf(value);
    const length = members.reduce((sum, [key]) => sum + pointer.length + 1 + key.length, 0);
    if (members.length === 0 || length > room) {
      leaves.set(pointer, value);
      return;
    }
    room -= length;
    for (const [key, member] of members) walk(`${pointer}/${escaped(key)}`, member);
  };

  for (const [key, member] of membersOf(object)) walk(`/${escaped(key)}`, member);
  return leaves;
}

/** The difference between two objects: changed and removed leaves in the order of the first, then the new ones in that of the second. */
export function changedLeaves(before: Leaves, after: Leaves): ChangedLeaf[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((pointer) => !isSame(pointer, before, after))
    .map((pointer) => ({
      pointer,
      before: before.get(pointer) ?? null,
      after: after.get(pointer) ?? null,
    }));
}

function isSame(pointer: string, before: Leaves, after: Leaves): boolean {
  return JSON.stringify(before.get(pointer)) === JSON.stringify(after.get(pointer));
}

function membersOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** RFC 6901, section 3. */
function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
