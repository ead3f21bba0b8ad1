import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { serviceRows, type ServiceRow } from './service-rows.ts';

/** One page of a long list. */
export interface ListPage {
  readonly number: number;
  /** Number of the last page. */
  readonly last: number;
  /** Services on all pages. */
  readonly total: number;
  readonly rows: readonly ServiceRow[];
}

const pageSize = 50;

/** All pages of a list; an empty list has one, which says so. */
export function listPages(entries: readonly Entry[], categories: Pick<Snapshot, 'categoryName'>): ListPage[] {
  const last = Math.max(1, Math.ceil(entries.length / pageSize));

  return Array.from({ length: last }, (_, index) => ({
    number: index + 1,
    last,
    total: entries.length,
    rows: serviceRows(entries.slice(index * pageSize, (index + 1) * pageSize), categories),
  }));
}
