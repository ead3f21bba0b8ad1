import { setTimeout as sleep } from 'node:timers/promises';

/** Others get this many times the duration of our last push to make theirs: to fetch ours, decide again, and push. */
const share = 2;

/** The longest pause after a push, in milliseconds. */
const longestMs = 2_000;

/** Leaves a pause after each push, so that a server that pushes all the time lets others push too. */
export class PushTurns {
  /** On the clock of `performance.now`. */
  #next = 0;

  /** Notes a push that began at a time of `performance.now` and is over now. */
  took(begun: number): void {
    const now = performance.now();
    this.#next = now + Math.min(longestMs, share * (now - begun));
  }

  /** Resolves once the pause is over, or `signal` is aborted. */
  async ready(signal: AbortSignal): Promise<void> {
    const wait = this.#next - performance.now();
    if (wait > 0 && !signal.aborted) await sleep(wait, undefined, { signal }).catch(() => undefined);
  }
}
