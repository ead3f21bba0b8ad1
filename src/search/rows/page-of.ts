import type { Page } from '../query/question.ts';

/** One page of the items in order, without sorting those that cannot be on it. Reads `items` once. */
export function pageOf<Item>(
  items: Iterable<Item>,
  { limit, offset }: Page,
  compare: (a: Item, b: Item) => number,
): Item[] {
  const wanted = offset + limit;
  const room = 2 * wanted + 64;
  let best: Item[] = [];
  let worst: Item | undefined;
  for (const item of items) {
    if (worst !== undefined && compare(item, worst) > 0) continue;

    best.push(item);
    if (best.length < room) continue;
    best = best.sort(compare).slice(0, wanted);
    worst = best.at(-1);
  }
  return best.sort(compare).slice(offset, wanted);
}
