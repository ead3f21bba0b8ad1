const kept = 1000;

/** How long the last answers took. */
export class AnswerTimes {
  readonly #times = new Float64Array(kept);
  #count = 0;

  add(ms: number): void {
    this.#times[this.#count % kept] = ms;
    this.#count += 1;
  }

  /** Milliseconds within which half, and 95 %, of them were given; undefined before the first. */
  read(): { readonly answers: number; readonly p50Ms: number; readonly p95Ms: number } | undefined {
    const answers = Math.min(this.#count, kept);
    if (answers === 0) return undefined;

    const sorted = this.#times.slice(0, answers).sort();
    const within = (share: number): number => tenths(sorted[Math.ceil(share * answers) - 1] ?? 0);
    return { answers, p50Ms: within(0.5), p95Ms: within(0.95) };
  }
}

function tenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
