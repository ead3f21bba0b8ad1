/** Scores of services, by place; all above 0. */
export type Scores = Map<number, number>;

/** The places that at least so many of the scores hold. */
export function heldBy(least: number, all: readonly Scores[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const scores of all) {
    for (const place of scores.keys()) counts.set(place, (counts.get(place) ?? 0) + 1);
  }

  return new Set([...counts].filter(([, count]) => count >= least).map(([place]) => place));
}

/** Adds scores times a weight to a total, for all places or only for these. */
export function addScores(total: Scores, scores: Scores, weight: number, places?: ReadonlySet<number>): void {
  for (const [place, score] of scores) {
    if (!places || places.has(place)) total.set(place, (total.get(place) ?? 0) + weight * score);
  }
}

/** Raises scores to others times a weight, where that is higher. */
export function raiseTo(best: Scores, scores: Scores, weight: number): void {
  for (const [place, score] of scores) {
    if (weight * score > (best.get(place) ?? 0)) best.set(place, weight * score);
  }
}
