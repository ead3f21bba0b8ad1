import type { Sorting } from '../index/orders.ts';
import type { Intent } from './intent.ts';
import type { Reading } from './read-sentence.ts';

/** From the first release on it changes whenever the same catalog and sentence may be answered in another order. */
export const rankingVersion = 'rank/1';

/** How much a service gains, at most, when it is of the category that is meant. */
const categoryWeight = 1.5;

/** What the text score of a service is multiplied with, by its category; 1 for those not named. */
export function categoryBoosts(categories: Reading['categories']): ReadonlyMap<string, number> {
  return new Map([...categories].map(([category, share]) => [category, 1 + categoryWeight * share]));
}

/** The order that was asked for; undefined where none was. */
export function sortingOf({ sortBy, sortOrder }: Intent): Sorting | undefined {
  return sortBy && { sortBy, sortOrder };
}
