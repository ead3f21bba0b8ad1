import type { Reading } from './read-intent.ts';

/** Changes whenever the same catalog and sentence may be answered in another order. */
export const rankingVersion = 'rank/1';

/** How much a service gains, at most, when it is of the category that is meant. */
export const categoryWeight = { value: 1.5 };

/** What the text score of a service is multiplied with, by its category; 1 for those not named. */
export function categoryBoosts({ categories }: Reading): ReadonlyMap<string, number> {
  return new Map([...categories].map(([category, share]) => [category, 1 + categoryWeight.value * share]));
}
