import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOf } from '../../../../src/search/rows/row.ts';
import { topHits } from '../../../../src/search/rows/order.ts';
import { anEntry } from '../../../fixtures/services.ts';

const row = rowOf(anEntry());

interface Hit {
  readonly row: typeof row;
  readonly score: number;
}

const aHit = (host: string, score: number): Hit => ({ row: { ...row, host }, score });
const byScore = (a: Hit, b: Hit): number => b.score - a.score;
const hostsOf = (hits: readonly Hit[]): string[] => hits.map((hit) => hit.row.host);

/** The rule, asked of all hits for each place. */
function naiveTop(hits: readonly Hit[]): Hit[] {
  const left = hits.toSorted(byScore);
  const top: Hit[] = [];
  while (top.length < 10 && left.length > 0) {
    const least = 0.7 * (left[0]?.score ?? 0);
    const room = left.findIndex((hit) => hostsOf(top).filter((host) => host === hit.row.host).length < 2);
    top.push(...left.splice((left[room]?.score ?? -1) >= least ? room : 0, 1));
  }
  return top;
}

describe('the top of what was found', () => {
  it('has at most two services of one host while others fit nearly as well, however many services that host has', () => {
    const many = Array.from({ length: 300 }, () => aHit('many.example.com', 1));
    const others = Array.from({ length: 8 }, (_, i) => aHit(`${String(i)}.example.com`, 0.8));
    const hosts = hostsOf(topHits([...many, ...others], byScore));

    expect(hosts.filter((host) => host === 'many.example.com')).toHaveLength(2);
    expect(hosts).toHaveLength(10);
  });

  it('leaves one host its places where others fit much less', () => {
    const many = Array.from({ length: 12 }, () => aHit('many.example.com', 1));

    expect(new Set(hostsOf(topHits([...many, aHit('other.example.com', 0.5)], byScore)))).toEqual(
      new Set(['many.example.com']),
    );
  });

  it('is what the rule gives when it is asked of all hits', () => {
    const hit = fc.tuple(
      fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      fc.double({ min: 0.01, max: 1, noNaN: true }),
    );

    fc.assert(
      fc.property(fc.uniqueArray(hit, { selector: ([, score]) => score, maxLength: 80 }), (given) => {
        const hits = given.map(([host, score]) => aHit(host, score));

        expect(topHits(hits, byScore)).toEqual(naiveTop(hits));
      }),
    );
  });
});
