/** A lock: runs one piece of work at a time, first come, first served. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all work queued so far has ended, well or not. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
