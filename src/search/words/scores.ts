import { pageOf } from '../rows/page-of.ts';

/** Scores of services, by place; all above 0. */
export type Scores = Map<number, number>;

/** Scores, and how much they count. */
export type Weighed = readonly [scores: Scores, weight: number];

/** The sums of weighed scores, for the places that at least so many of them hold. */
export function sumWhere(all: readonly Weighed[], least: number): Scores {
  const total: Scores = new Map();
  for (const [scores, weight] of all) addScores(total, scores, weight);
  if (least <= 1) return total;

  for (const place of total.keys()) {
    const holders = all.filter(([scores]) => scores.has(place)).length;
    if (holders < least) total.delete(place);
  }
  return total;
}

export function addScores(total: Scores, scores: Scores, weight: number): void {
  for (const [place, score] of scores) total.set(place, (total.get(place) ?? 0) + weight * score);
}

/** The same for the places that are in the total already. */
export function raise(total: Scores, scores: Scores, weight: number): void {
  for (const [place, sum] of total) {
    const score = scores.get(place);
    if (score !== undefined) total.set(place, sum + weight * score);
  }
}

/** Raises scores to others times a weight, where that is higher. */
export function raiseTo(best: Scores, scores: Scores, weight: number): void {
  for (const [place, score] of scores) {
    if (weight * score > (best.get(place) ?? 0)) best.set(place, weight * score);
  }
}

/** The highest of all; 0 when there are none. */
export function highest(scores: Scores): number {
  let best = 0;
  for (const score of scores.values()) best = Math.max(best, score);
  return best;
}

/** The places with the highest scores, at most so many, in order. */
export function topOf(scores: Scores, most: number): number[] {
  const best = pageOf(scores, { limit: most, offset: 0 }, ([a, m], [b, n]) => n - m || a - b);

  return best.map(([place]) => place);
}

/** A score without its last digits, which depend on the order of adding. */
export function settled(score: number): number {
  return Math.round(score * 1e9) / 1e9;
}

/** Every search multiplies the score of an inactive service by this, so that it ranks below active ones that match nearly as well. */
export const inactiveScoreFactor = 0.5;
