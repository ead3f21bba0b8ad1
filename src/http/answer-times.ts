const maxSamples = 1000;

/** Only every 16th answer is timed, because reading the clock takes a noticeable share of the time of an answer. */
const sampleEvery = 16;

/** How long the latest answers took. */
export class AnswerTimes {
  readonly #times = new Float64Array(maxSamples);
  #count = 0;
  #started = 0;

  /** Counts an answer that begins, and gives its time as `performance.now()` if it is one of those that are timed. */
  start(): number | undefined {
    const isTimed = this.#started % sampleEvery === 0;
    this.#started += 1;
    return isTimed ? performance.now() : undefined;
  }

  /** Ends what `start` began. */
  end(started: number | undefined): void {
    if (started !== undefined) this.add(performance.now() - started);
  }

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
