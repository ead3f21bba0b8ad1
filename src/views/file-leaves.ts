import { type Leaves, leavesIn } from '../domain/leaves.ts';
import { OwnerId } from '../domain/owner.ts';
import { readJson } from '../domain/strict-json.ts';

/** Where a file names the maintainer who made its last change. */
export const updatedBy = '/updatedBy';

/** This moves with every change, so it says nothing. */
const updatedAt = '/updatedAt';

/** The leaves of a service's file; none when there is no file, or none that can be read. */
export function leavesOf(text: string | undefined): Leaves {
  const json = text === undefined ? undefined : readJson(text);
  const { value } = json && !('fault' in json) ? json : {};
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return new Map();

  const leaves = leavesIn(value);
  leaves.delete(updatedAt);
  return leaves;
}

/** The owner that a leaf names. */
export function ownerIn(leaves: Leaves, pointer: string): string | undefined {
  return OwnerId.safeParse(leaves.get(pointer)).data;
}
