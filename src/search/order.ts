import { fold } from '../domain/fold.ts';
import { decimalKey } from '../domain/money.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { SortKey, SortOrder } from './list-query.ts';

export type Compare = (a: Entry, b: Entry) => number;

const defaultOrders: Readonly<Record<SortKey, SortOrder>> = {
  price: 'asc',
  name: 'asc',
  trustScore: 'desc',
};

const ascending: Readonly<Record<SortKey, Compare>> = {
  price: (a, b) => compareText(keysOf(a).price, keysOf(b).price),
  name: (a, b) => compareText(keysOf(a).name, keysOf(b).name),
  trustScore: (a, b) => a.observed.trustScore - b.observed.trustScore,
};

/** A total order: ties go by name, then by id, so that pages never overlap or skip. */
export function comparator(key: SortKey, order: SortOrder = defaultOrders[key]): Compare {
  const first = ascending[key];
  const sign = order === 'asc' ? 1 : -1;

  return (a, b) => sign * first(a, b) || byName(a, b);
}

/** By name as people compare names, then by id. */
export function byName(a: Entry, b: Entry): number {
  return ascending.name(a, b) || compareText(a.declared.id, b.declared.id);
}

interface SortKeys {
  readonly name: string;
  readonly price: string;
}

/** Made once for each entry: an entry never changes. */
const made = new WeakMap<Entry, SortKeys>();

function keysOf(entry: Entry): SortKeys {
  const known = made.get(entry);
  if (known) return known;

  const keys = { name: fold(entry.declared.name), price: decimalKey(entry.declared.pricing.pricePerRequest) };
  made.set(entry, keys);
  return keys;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
