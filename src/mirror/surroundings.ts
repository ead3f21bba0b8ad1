import { setTimeout as delay } from 'node:timers/promises';

/** What programs get to know while a mirror runs. The text is safe to print. */
export interface Notice {
  /** `progress` counts, and is only for somebody who watches; `info` is a line that somebody needs. */
  readonly level: 'progress' | 'info' | 'warning';
  readonly text: string;
}

/** Time and the outside, so that tests need not wait. */
export interface Surroundings {
  readonly now: () => Date;
  /** Rejects when the signal is aborted. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Every 64 KiB of an answer must come within this time. */
  readonly idleMs: number;
}

export const usualSurroundings: Surroundings = {
  now: () => new Date(),
  // Up to a tenth longer, so that mirrors that were cut off together do not come back together.
  pause: (ms, signal) => delay(ms * (1 + Math.random() / 10), undefined, signal ? { signal } : {}),
  idleMs: 60_000,
};
