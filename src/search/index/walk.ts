import type { SortKey, SortOrder } from '../query/question.ts';
import { type Compare, compareColumns } from './orders.ts';
import type { Table } from './table.ts';

const defaultOrders: Readonly<Record<SortKey, SortOrder>> = {
  price: 'asc',
  name: 'asc',
  trustScore: 'desc',
  createdAt: 'desc',
  payments: 'desc',
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

/** Visits all living documents in order until `visit` returns false. */
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

/** From the end to the beginning, but each run of ties from its beginning. */
function descending(
  size: number,
  order: Uint32Array | undefined,
  compare: Compare,
  visit: (document: number) => boolean,
): boolean {
  const at = (i: number): number => (order ? (order[i] ?? 0) : i);

  for (let end = size; end > 0;) {
    const start = startOfTies(end, (i) => compare(at(i), at(end - 1)) === 0);
    for (let i = start; i < end; i += 1) if (!visit(at(i))) return false;
    end = start;
  }
  return true;
}

/** Where the run of ties begins that ends before `end`, in steps that double: a run may be the whole catalog, or one service. */
function startOfTies(end: number, isTie: (i: number) => boolean): number {
  let [known, step] = [end - 1, 1];
  while (known - step >= 0 && isTie(known - step)) {
    known -= step;
    step *= 2;
  }

  for (; step >= 1; step >>>= 1) if (known - step >= 0 && isTie(known - step)) known -= step;
  return known;
}

function compareBy(table: Table, key: SortKey): Compare {
  return key === 'name' ? (a, b) => table.compareNames(a, b) : compareColumns(table.columns, key);
}
