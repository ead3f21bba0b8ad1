/** Runs one piece of work at a time, in the order in which they came. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when everything asked for so far has ended. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
