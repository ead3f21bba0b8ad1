/** Lets at most so many pieces of work run at once, in the order in which they came. */
export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting.add(resolve));

    try {
      return await work();
    } finally {
      const [next] = this.#waiting;
      if (next) {
        this.#waiting.delete(next);
        next();
      } else this.#free += 1;
    }
  }
}
