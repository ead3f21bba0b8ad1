/**
 * Long work that can be left at any yield, and taken up later. Each yield tells what was done since the last one, in
 * about the time that moving one posting takes.
 */
export type Work<Result = void> = Generator<number, Result>;

/** What some steps cost. */
export const costs = { readingTexts: 1_000, enteringWord: 100, learningWord: 300 } as const;

/** Does all that is left. */
export function finish<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does work of about this cost; answers whether there is more. */
export function advance(work: Work, cost: number): boolean {
  for (let spent = 0; spent < cost;) {
    const step = work.next();
    if (step.done) return false;
    spent += step.value;
  }
  return true;
}
