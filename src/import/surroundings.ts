import { setTimeout as delay } from 'node:timers/promises';

/** Time, so that tests need not wait. */
export interface Surroundings {
  readonly now: () => Date;
  readonly pause: (ms: number) => Promise<void>;
}

export const usualSurroundings: Surroundings = {
  now: () => new Date(),
  pause: (ms) => delay(ms),
};
