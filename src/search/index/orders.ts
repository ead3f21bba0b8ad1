import type { SortKey } from '../query/question.ts';
import type { Columns } from './columns.ts';

/** Negative when the first document comes first, zero when neither does. */
export type Compare = (a: number, b: number) => number;

/**
 * The frozen documents in ascending order, ties by number; dead ones may be missing. Their order by name is that of their
 * numbers, and those by trust score and by payments change with every observation, so none of these is stored.
 */
export type Orders = Readonly<Record<StoredOrder, Uint32Array>>;

export type StoredOrder = Exclude<SortKey, 'name' | 'trustScore' | 'payments'>;

/** Sorts documents that are numbered by name and id. */
export function makeOrders(columns: Columns, size: number): Orders {
  const sort = (key: StoredOrder): Uint32Array => {
    const first = compareColumns(columns, key);
    return Uint32Array.from({ length: size }, (_, i) => i).sort((a, b) => first(a, b) || a - b);
  };

  return { price: sort('price'), createdAt: sort('createdAt') };
}

/** The ascending order of a column of small numbers, by a counting sort. `moveInOrder` keeps it up to date. */
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

/**
 * Moves a document to its new place in an ascending order of a column, ties by number, after its value has changed from `before`. Only the documents
 * in between move, by one place: microseconds among 100,000, where sorting all of them takes half a millisecond, after each of 111 checks a second.
 */
export function moveInOrder(order: Uint32Array, column: Uint8Array, document: number, before: number): void {
  const after = column[document] ?? 0;
  // The order is still that of the old value.
  const valueOf = (other: number): number => (other === document ? before : (column[other] ?? 0));
  const placeOf = (value: number): number =>
    firstIn(order, (other) => valueOf(other) - value || other - document);
  const [from, to] = [placeOf(before), placeOf(after)];

  if (after > before) {
    order.copyWithin(from, from + 1, to);
    order[to - 1] = document;
  } else {
    order.copyWithin(to + 1, to, from);
    order[to] = document;
  }
}

/** The first place whose document does not come before the one that is looked for. */
function firstIn(order: Uint32Array, compare: (other: number) => number): number {
  let [low, high] = [0, order.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(order[middle] ?? 0) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Documents by a column of whole numbers of 32 bits, ascending; equal ones stay in the order in which they come. A radix sort, which compares
 * nothing.
 */
export function orderByNumbers(column: Uint32Array, documents: Uint32Array): Uint32Array {
  const byLowHalf = orderByHalf(documents, (document) => (column[document] ?? 0) & 0xffff);

  return orderByHalf(byLowHalf, (document) => (column[document] ?? 0) >>> 16);
}

function orderByHalf(documents: Uint32Array, halfOf: (document: number) => number): Uint32Array {
  const next = new Uint32Array(0x1_0001);
  for (const document of documents) bump(next, halfOf(document) + 1);
  for (let half = 1; half < next.length; half += 1) next[half] = (next[half] ?? 0) + (next[half - 1] ?? 0);

  const order = new Uint32Array(documents.length);
  for (const document of documents) order[bump(next, halfOf(document))] = document;
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

  // Services of equally many payments go by trust, above all those of none.
  if (key === 'payments') {
    const { payments, trustScore } = columns;
    return (a, b) => (payments[a] ?? 0) - (payments[b] ?? 0) || (trustScore[a] ?? 0) - (trustScore[b] ?? 0);
  }

  const column = columns[key];
  return (a, b) => (column[a] ?? 0) - (column[b] ?? 0);
}
