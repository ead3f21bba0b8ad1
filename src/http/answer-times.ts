const maxSamples = 1000;

/** How long the latest answers took. */
export class AnswerTimes {
  readonly #times = new Float64Array(maxSamples);
  #count = 0;

  add(ms: number): void {
    this.#times[this.#count % maxSamples] = ms;
    this.#count += 1;
  }

  /** Percentiles in milliseconds; undefined before the first sample. */
  read(): { readonly answers: number; readonly p50Ms: number; readonly p95Ms: number } | undefined {
    const answers = Math.min(this.#count, maxSamples);
    if (answers === 0) return undefined;

    const sorted = this.#times.slice(0, answers).sort();
    const percentile = (share: number): number => toTenths(sorted[Math.ceil(share * answers) - 1] ?? 0);
    return { answers, p50Ms: percentile(0.5), p95Ms: percentile(0.95) };
  }
}

function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}
