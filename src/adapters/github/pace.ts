import { setTimeout as sleep } from 'node:timers/promises';

/** Lets so many through within a time, and makes the next one wait. */
export class Pace {
  readonly #most: number;
  readonly #perMs: number;
  readonly #times: number[] = [];

  constructor(most: number, perMs: number) {
    this.#most = most;
    this.#perMs = perMs;
  }

  /** Resolves when it is the caller's turn; one caller at a time. */
  async turn(): Promise<void> {
    const first = this.#times.at(-this.#most);
    const wait = first === undefined ? 0 : first + this.#perMs - performance.now();
    if (wait > 0) await sleep(wait);

    this.#times.push(performance.now());
    if (this.#times.length > this.#most) this.#times.shift();
  }
}
