/** A fair lock: runs one task at a time, in order of arrival. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all tasks queued so far have settled. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
