import type { Constraints } from './intent.ts';

/** The constraints that make up each demand; they are said, shown and left out together. */
export const demandParts = {
  price: ['minPrice', 'maxPrice', 'maxPriceExclusive', 'peg'],
  chain: ['chain'],
  currency: ['currency'],
  status: ['status'],
  free: ['freeQuota'],
  trust: ['minTrustScore'],
  order: ['sortBy', 'sortOrder'],
  without: ['excludes'],
} as const satisfies Record<string, readonly (keyof Constraints)[]>;

export type DemandName = keyof typeof demandParts;

/** Constraints, or what holds them, without those of some demands. Other names leave out nothing. */
export function withoutDemands<Said extends Constraints>(said: Said, names: readonly string[]): Said {
  const dropped = new Set<string>(
    Object.entries(demandParts).flatMap(([name, parts]) => (names.includes(name) ? parts : [])),
  );

  return Object.fromEntries(Object.entries(said).filter(([name]) => !dropped.has(name))) as Said;
}
