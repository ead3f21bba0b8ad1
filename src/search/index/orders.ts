import type { SortKey } from '../query/question.ts';
import type { Columns } from './columns.ts';

/** Negative when the first document comes first, zero when neither does. */
export type Compare = (a: number, b: number) => number;

/**
 * The frozen documents in ascending order, ties by number; dead ones may be missing. Their order by name is that of their
 * numbers, and their order by trust score changes with every observation, so neither is stored.
 */
export type Orders = Readonly<Record<StoredOrder, Uint32Array>>;

export type StoredOrder = Exclude<SortKey, 'name' | 'trustScore'>;

/** Sorts documents that are numbered by name and id. */
export function makeOrders(columns: Columns, size: number): Orders {
  const sort = (key: StoredOrder): Uint32Array => {
    const first = compareColumns(columns, key);
    return Uint32Array.from({ length: size }, (_, i) => i).sort((a, b) => first(a, b) || a - b);
  };

  return { price: sort('price'), createdAt: sort('createdAt') };
}

/** The ascending order of a column of small numbers, by a counting sort: fast enough to be made again after every change. */
export function orderBySmall(column: Uint8Array, size: number): Uint32Array {
  const next = new Uint32Array(257);
  for (let document = 0; document < size; document += 1) bump(next, (column[document] ?? 0) + 1);
  for (let value = 1; value < next.length; value += 1) {
    next[value] = (next[value] ?? 0) + (next[value - 1] ?? 0);
  }

  const order = new Uint32Array(size);
  for (let document = 0; document < size; document += 1) order[bump(next, column[document] ?? 0)] = document;
  return order;
}

/** Adds one, and returns the count before. */
function bump(counts: Uint32Array, at: number): number {
  const was = counts[at] ?? 0;
  counts[at] = was + 1;
  return was;
}

export function compareColumns(
  { priceHigh, priceLow, ...columns }: Columns,
  key: Exclude<SortKey, 'name'>,
): Compare {
  if (key === 'price') {
    return (a, b) => (priceHigh[a] ?? 0) - (priceHigh[b] ?? 0) || (priceLow[a] ?? 0) - (priceLow[b] ?? 0);
  }

  const column = columns[key];
  return (a, b) => (column[a] ?? 0) - (column[b] ?? 0);
}
