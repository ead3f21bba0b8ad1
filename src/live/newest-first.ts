/**
 * Lets a few run at a time. Of those that wait, the newest is next: when more come than can be served, it is the one that can still be
 * served in time, and the others give up.
 */
export class NewestFirst {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** Resolves with true when it may begin; with false once it has waited for that long. */
  wait(ms: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(true);
    }

    return new Promise((resolve) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(begin);
        resolve(false);
      }, ms);
      this.#waiting.add(begin);
    });
  }

  /** Says that one of those that began has ended. */
  end(): void {
    const next = [...this.#waiting].at(-1);
    if (!next) {
      this.#free += 1;
      return;
    }

    this.#waiting.delete(next);
    next();
  }
}
