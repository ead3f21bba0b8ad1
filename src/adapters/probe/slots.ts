/** Who waits for a slot: somebody in person, or a pass over the whole catalog. */
export type Waiting = 'person' | 'pass';

/** Lets at most so many pieces of work run at once; people do not wait behind a pass. */
export class Slots {
  readonly #waiting: Record<Waiting, (() => void)[]> = { person: [], pass: [] };
  #free: number;

  constructor(slots: number) {
    this.#free = slots;
  }

  async run<Result>(who: Waiting, work: () => Promise<Result>): Promise<Result> {
    if (this.#free > 0) this.#free -= 1;
    else await new Promise<void>((resolve) => this.#waiting[who].push(resolve));

    try {
      return await work();
    } finally {
      const next = this.#waiting.person.shift() ?? this.#waiting.pass.shift();
      if (next) next();
      else this.#free += 1;
    }
  }
}
