import type { SortKey, SortOrder } from '../query/question.ts';
import type { Columns } from './columns.ts';
import type { Table } from './table.ts';

/** Negative when the first document comes first, zero when neither does. */
export type Compare = (a: number, b: number) => number;

/**
 * The frozen documents in ascending order, ties by number; some that are dead may be missing. Their order by name is that of
 * their numbers, and that by trust score changes with every observation.
 */
export type Orders = Readonly<Record<StoredOrder, Uint32Array>>;

export type StoredOrder = Exclude<SortKey, 'name' | 'trustScore'>;

const defaultOrders: Readonly<Record<SortKey, SortOrder>> = {
  price: 'asc',
  name: 'asc',
  trustScore: 'desc',
  createdAt: 'desc',
};

export interface Sorting {
  readonly sortBy: SortKey;
  readonly sortOrder?: SortOrder | undefined;
}

/** A total order: ties go by name, then by id, so that pages never overlap or skip. */
export function comparator(table: Table, { sortBy, sortOrder = defaultOrders[sortBy] }: Sorting): Compare {
  const first = compareBy(table, sortBy);
  const sign = sortOrder === 'asc' ? 1 : -1;

  return (a, b) => sign * first(a, b) || table.compare(a, b);
}

/** Sorts documents that are numbered by name and id. */
export function makeOrders(columns: Columns, size: number): Orders {
  const sort = (key: StoredOrder): Uint32Array => {
    const first = compareColumns(columns, key);
    return Uint32Array.from({ length: size }, (_, i) => i).sort((a, b) => first(a, b) || a - b);
  };

  return { price: sort('price'), createdAt: sort('createdAt') };
}

/** The same order by a column of small numbers, in one pass over it: so quick that it need not be kept up to date. */
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

/** Adds one, and answers what was there. */
function bump(counts: Uint32Array, at: number): number {
  const was = counts[at] ?? 0;
  counts[at] = was + 1;
  return was;
}

/** Visits all living documents in order until `visit` answers false. */
export function walk(table: Table, sorting: Sorting, visit: (document: number) => boolean): void {
  const { sortBy, sortOrder = defaultOrders[sortBy] } = sorting;
  const compare = comparator(table, sorting);
  const live = table.liveDocuments().sort(compare);
  const order = table.orderBy(sortBy);
  let next = 0;

  const visitFrozen = (document: number): boolean => {
    for (let first = live[next]; first !== undefined && compare(first, document) < 0; first = live[next]) {
      if (!visit(first)) return false;
      next += 1;
    }
    return !table.isAlive(document) || visit(document);
  };

  const walkFrozen = sortOrder === 'asc' ? ascending : descending;
  if (!walkFrozen(order?.length ?? table.frozen, order, compareBy(table, sortBy), visitFrozen)) return;
  for (const document of live.slice(next)) if (!visit(document)) return;
}

function ascending(
  size: number,
  order: Uint32Array | undefined,
  _compare: Compare,
  visit: (document: number) => boolean,
): boolean {
  for (let i = 0; i < size; i += 1) if (!visit(order ? (order[i] ?? 0) : i)) return false;
  return true;
}

/** From the end, but ties from their beginning. */
function descending(
  size: number,
  order: Uint32Array | undefined,
  compare: Compare,
  visit: (document: number) => boolean,
): boolean {
  const at = (i: number): number => (order ? (order[i] ?? 0) : i);

  for (let end = size; end > 0;) {
    let start = end - 1;
    while (start > 0 && compare(at(start - 1), at(start)) === 0) start -= 1;
    for (let i = start; i < end; i += 1) if (!visit(at(i))) return false;
    end = start;
  }
  return true;
}

function compareBy(table: Table, key: SortKey): Compare {
  return key === 'name' ? (a, b) => table.compareNames(a, b) : compareColumns(table.columns, key);
}

function compareColumns(
  { priceHigh, priceLow, ...columns }: Columns,
  key: Exclude<SortKey, 'name'>,
): Compare {
  if (key === 'price') {
    return (a, b) => (priceHigh[a] ?? 0) - (priceHigh[b] ?? 0) || (priceLow[a] ?? 0) - (priceLow[b] ?? 0);
  }

  const column = columns[key];
  return (a, b) => (column[a] ?? 0) - (column[b] ?? 0);
}
