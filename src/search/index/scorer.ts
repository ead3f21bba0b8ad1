import type { Wanted } from '../query/wanted.ts';
import { Scores } from './scores.ts';

/** One way to tell how well documents fit what is wanted: by their words, say, or by what they mean. */
export interface Scorer {
  /**
   * Scores the living documents that fit, on a scale of its own; `before` are the scores of the first scorer, for all others. The
   * scores hold until the next call. Undefined when `wanted` says nothing that this scorer could go by.
   */
  score(wanted: Wanted, alive: Uint8Array, before: Scores | undefined): Scores | undefined;
  /** How much the scores count beside those of other scorers. */
  weight(wanted: Wanted): number;
}

/**
 * Several scorers as one. Their scales differ, so the scores of each are divided by its highest before they are weighed and
 * added. When only one scorer answers, its scores are passed on as they are, without a copy.
 */
export class Fusion {
  readonly #scorers: readonly Scorer[];
  readonly #fused = new Scores();

  constructor(scorers: readonly Scorer[]) {
    this.#scorers = scorers;
  }

  /** Scores for every document that the scorers find. They hold until the next call. */
  score(wanted: Wanted, alive: Uint8Array): Scores {
    const answers: { scores: Scores; weight: number }[] = [];
    for (const scorer of this.#scorers) {
      const scores = scorer.score(wanted, alive, answers[0]?.scores);
      if (scores) answers.push({ scores, weight: scorer.weight(wanted) });
    }
    const [first, ...others] = answers;
    if (first && others.length === 0) return first.scores;

    this.#fused.clear(alive.length);
    for (const { scores, weight } of answers) {
      if (scores.count > 0) this.#fused.unite(scores, weight / scores.highest());
    }
    return this.#fused;
  }
}
