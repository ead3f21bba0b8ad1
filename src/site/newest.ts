import type { Entry, Snapshot } from '../domain/snapshot.ts';

/** The services that were registered last, newest first. */
export function newestServices(snapshot: Snapshot, count: number): Entry[] {
  return [...snapshot.entries()].sort(newestFirst).slice(0, count);
}

function newestFirst(a: Entry, b: Entry): number {
  const [left, right] = [a.declared, b.declared];

  if (left.createdAt === right.createdAt) return left.id < right.id ? -1 : 1;
  return left.createdAt < right.createdAt ? 1 : -1;
}
