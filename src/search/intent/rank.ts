import type { Entry } from '../../domain/snapshot.ts';
import { byName, comparator, type Compare } from '../order.ts';
import type { Intent } from './intent.ts';
import type { Reading } from './read-intent.ts';

/** Changes whenever the same catalog and sentence may be answered in another order. */
export const rankingVersion = 'rank/1';

/** How much a service gains, at most, when it is of the category that is meant. */
const categoryWeight = 1.5;

/** A service is to the point when it scores this share of the best; among these an order that is asked for holds. */
const toThePoint = 0.4;

interface Scored {
  readonly entry: Entry;
  readonly score: number;
}

/** What the text score of a service is multiplied with, by its category; 1 for those not named. */
export function categoryBoosts(categories: Reading['categories']): ReadonlyMap<string, number> {
  return new Map([...categories].map(([category, share]) => [category, 1 + categoryWeight * share]));
}

/**
 * Best first. An order that was asked for ("cheapest") holds among the services that are to the point, which come first:
 * over all that match in some word, it would put the cheapest thing before the thing that was asked for.
 */
export function rank<Hit extends Scored>(hits: readonly Hit[], intent: Intent): Hit[] {
  const ranked = [...hits].sort((a, b) => b.score - a.score || byName(a.entry, b.entry));
  const compare = compareOf(intent);
  if (!compare) return ranked;

  const least = (ranked[0]?.score ?? 0) * toThePoint;
  const pointed = ranked.filter(({ score }) => score >= least);
  return [...pointed.sort((a, b) => compare(a.entry, b.entry)), ...ranked.slice(pointed.length)];
}

function compareOf({ sortBy, sortOrder }: Intent): Compare | undefined {
  if (sortBy === undefined) return undefined;
  if (sortBy !== 'createdAt') return comparator(sortBy, sortOrder);

  const sign = sortOrder === 'asc' ? 1 : -1;
  return (a, b) => sign * compareText(a.declared.createdAt, b.declared.createdAt) || byName(a, b);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
