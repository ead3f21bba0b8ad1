import type { Wanted } from '../query/wanted.ts';
import { Scores } from './scores.ts';

/** One way to tell how well documents fit what is wanted: by their words, say, or by what they mean. */
export interface Scorer {
  /**
   * Scores the living documents that fit, on a scale of its own. The scores hold until the next call. Undefined when
   * `wanted` says nothing that this scorer could go by.
   */
  score(wanted: Wanted, alive: Uint8Array): Scores | undefined;
  /** How much the scores count beside those of other scorers. */
  weight(wanted: Wanted): number;
  /** Whether it may add documents to so many that scorers before it found; if not, it only raises theirs. */
  adds(wanted: Wanted, found: number): boolean;
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
    const answers = this.#scorers.flatMap((scorer) => {
      const scores = scorer.score(wanted, alive);
      return scores ? [{ scores, scorer }] : [];
    });
    const [first, ...others] = answers;
    if (first && others.length === 0) return first.scores;

    this.#fused.clear(alive.length);
    for (const { scores, scorer } of answers) {
      if (scores.count === 0) continue;

      const factor = scorer.weight(wanted) / scores.highest();
      if (scorer.adds(wanted, this.#fused.count)) this.#fused.unite(scores, factor);
      else this.#fused.raise(scores.values, factor);
    }
    return this.#fused;
  }
}
