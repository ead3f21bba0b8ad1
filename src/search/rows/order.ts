import type { SortKey, SortOrder } from '../query/question.ts';
import type { Row } from './row.ts';

/** Negative when the first row comes first, zero when neither does. */
export type Compare = (a: Row, b: Row) => number;

const defaultOrders: Readonly<Record<SortKey, SortOrder>> = {
  price: 'asc',
  name: 'asc',
  trustScore: 'desc',
  createdAt: 'desc',
  payments: 'desc',
};

const ascending: Readonly<Record<SortKey, Compare>> = {
  price: (a, b) => compareText(a.price, b.price),
  name: (a, b) => compareText(a.name, b.name),
  trustScore: (a, b) => a.trustScore - b.trustScore,
  createdAt: (a, b) => a.createdAt - b.createdAt,
  // Services of equally many payments go by trust, above all those of none.
  payments: (a, b) => a.payments - b.payments || a.trustScore - b.trustScore,
};

/** A total order: ties go by name, then by id, so that pages never overlap or skip. */
export function orderBy(sortBy: SortKey, sortOrder = defaultOrders[sortBy]): Compare {
  const first = ascending[sortBy];
  const sign = sortOrder === 'asc' ? 1 : -1;

  return (a, b) => sign * first(a, b) || byName(a, b);
}

export function byName(a: Row, b: Row): number {
  return compareText(a.name, b.name) || compareText(a.id, b.id);
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
