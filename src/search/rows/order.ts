import { compareText } from '../../domain/compare-text.ts';
import type { SortKey, SortOrder } from '../query/question.ts';
import type { Row } from './row.ts';
import { pageOf } from './page-of.ts';

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

/** How many places at the top are shared out, and how many of them one host gets at most. */
const top = 10;
const maxOfHost = 2;

/** Others come before a further service of one host only while they score at least this share of what it scores. */
const nearly = 0.7;

interface Scored {
  readonly row: Row;
  readonly score: number;
}

/**
 * The hits at the top, so that one host does not fill it while others fit nearly as well. All other hits follow them in order; `compare` puts higher
 * scores first.
 */
export function topHits<Hit extends Scored>(
  hits: readonly Hit[],
  compare: (a: Hit, b: Hit) => number,
): Hit[] {
  const first = { limit: top, offset: 0 };
  const best = pageOf(hits, first, compare);
  const least = nearly * (best.at(-1)?.score ?? 0);
  const near = hits.filter(({ score }) => score >= least);
  const left = [...new Set([...best, ...pageOf(bestOfHosts(near, compare), first, compare)])].sort(compare);
  const taken = new Map<string, number>();

  return best.flatMap(() => {
    const [next] = left.splice(nextListCursor(left, taken), 1);
    if (!next) return [];

    taken.set(next.row.host, (taken.get(next.row.host) ?? 0) + 1);
    return [next];
  });
}

/** As many hits of each host as it may have at the top. */
function bestOfHosts<Hit extends Scored>(hits: readonly Hit[], compare: (a: Hit, b: Hit) => number): Hit[] {
  const best = new Map<string, readonly Hit[]>();
  for (const hit of hits) {
    const known = best.get(hit.row.host) ?? [];
    best.set(hit.row.host, [...known, hit].sort(compare).slice(0, maxOfHost));
  }
  return [...best.values()].flat();
}

/** The first hit whose host has room at the top; the very first where that scores much less. */
function nextListCursor(left: readonly Scored[], taken: ReadonlyMap<string, number>): number {
  const least = nearly * (left[0]?.score ?? 0);
  const place = left.findIndex(({ row }) => (taken.get(row.host) ?? 0) < maxOfHost);

  return (left[place]?.score ?? -1) >= least ? place : 0;
}
