import type { Row } from './row.ts';

/** How many places at the top are shared out, and how many of them one host gets at most. */
const top = 10;
const mostOfHost = 2;

/** Others come before a further service of one host only while they score at least this share of what it scores. */
const nearly = 0.7;

interface Scored {
  readonly row: Row;
  readonly score: number;
}

/** Hits in the order of their scores, so that one host does not fill the top while others fit nearly as well. */
export function spreadHosts<Hit extends Scored>(hits: readonly Hit[]): Hit[] {
  const left = [...hits];
  const taken = new Map<string, number>();
  const first = hits.slice(0, top).flatMap(() => {
    const [next] = left.splice(nextPlace(left, taken), 1);
    if (!next) return [];

    taken.set(next.row.host, (taken.get(next.row.host) ?? 0) + 1);
    return [next];
  });

  return [...first, ...left];
}

/** The first hit whose host has room at the top; the very first where that scores much less. */
function nextPlace(left: readonly Scored[], taken: ReadonlyMap<string, number>): number {
  const least = nearly * (left[0]?.score ?? 0);
  const place = left.findIndex(({ row }) => (taken.get(row.host) ?? 0) < mostOfHost);

  return (left[place]?.score ?? -1) >= least ? place : 0;
}
