import { describe, expect, it } from 'vitest';
import { Fusion, type Scorer } from '../../../../src/search/index/scorer.ts';
import { Scores } from '../../../../src/search/index/scores.ts';
import type { Wanted } from '../../../../src/search/query/wanted.ts';

const wanted: Wanted = { words: { groups: [], atLeast: 1 }, boosts: new Map(), sorts: 'all' };
const alive = new Uint8Array(4).fill(1);

/** A scorer that gives these scores, by document number; undefined for one that does not answer. */
function aScorer(given: Readonly<Record<number, number>> | undefined, weight: number, unit?: number): Scorer {
  return {
    weight: () => weight,
    score() {
      if (!given) return undefined;

      const scores = new Scores(unit);
      scores.clear(alive.length);
      for (const [document, score] of Object.entries(given)) scores.add(Number(document), score);
      return scores;
    },
  };
}

function fused(...scorers: readonly Scorer[]) {
  const fusion = new Fusion(scorers);
  const scores = fusion.score(wanted, alive);
  const values = [...scores.found()].map((document) => [document, scores.values[document]] as const);
  return { values: Object.fromEntries(values), unit: scores.unit, fusion };
}

describe('scorers that are fused', () => {
  it('count by their weights, whatever their scales', () => {
    const words = aScorer({ 0: 3_000, 1: 1_500 }, 1, 1_000);
    const meaning = aScorer({ 1: 0.5, 2: 0.25 }, 2);

    expect(fused(words, meaning)).toMatchObject({ values: { 0: 1, 1: 2.5, 2: 1 }, unit: 1 });
  });

  it('keep their own scale when only one of them answers', () => {
    const words = aScorer({ 0: 3_000, 1: 1_500 }, 1, 1_000);

    expect(fused(words, aScorer(undefined, 2))).toMatchObject({
      values: { 0: 3_000, 1: 1_500 },
      unit: 1_000,
    });
  });

  it('find nothing when none of them finds anything', () => {
    expect(fused(aScorer(undefined, 1)).values).toEqual({});
    expect(fused(aScorer({}, 1), aScorer({}, 1)).values).toEqual({});
  });

  it('do not mix one question with the next', () => {
    const { fusion } = fused(aScorer({ 0: 1 }, 1), aScorer({ 1: 1 }, 1));

    expect([...fusion.score(wanted, alive).values]).toEqual([1, 1, 0, 0]);
  });
});
