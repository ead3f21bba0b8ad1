/**
 * Long work that can pause at any yield. Each yield reports the cost of what was done since the last one; the unit is about
 * the time it takes to move one posting.
 */
export type Work<Result = void> = Generator<number, Result>;

/** The costs of some steps. */
export const costs = { readingTexts: 1_000, enteringWord: 100, learningWord: 300 } as const;

/** Does all remaining work at once. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does work of about this cost; returns whether there is more. */
export function advance(work: Work, cost: number): boolean {
  for (let spent = 0; spent < cost;) {
    const step = work.next();
    if (step.done) return false;
    spent += step.value;
  }
  return true;
}
