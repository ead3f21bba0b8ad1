import { setTimeout as sleep } from 'node:timers/promises';

/** Limits a rate: at most `most` operations in any `perMs` milliseconds. */
export class Pace {
  readonly #most: number;
  readonly #perMs: number;
  readonly #times: number[] = [];

  constructor(most: number, perMs: number) {
    this.#most = most;
    this.#perMs = perMs;
  }

  /** Resolves once another operation may begin, or `signal` is aborted. */
  async ready(signal?: AbortSignal): Promise<void> {
    for (let wait = this.#waitMs(); wait > 0 && !signal?.aborted; wait = this.#waitMs()) {
      await sleep(wait, undefined, signal && { signal }).catch(() => undefined);
    }
  }

  /** Records that an operation begins now. */
  count(): void {
    this.#times.push(performance.now());
    if (this.#times.length > this.#most) this.#times.shift();
  }

  #waitMs(): number {
    const first = this.#times.at(-this.#most);

    return first === undefined ? 0 : first + this.#perMs - performance.now();
  }
}
