import { type RateLimit, RateLimiter } from './rate-limit.ts';
import { Turns } from './fair-queue.ts';

/** Whose request is answered, and when: one for the API and the pages, since a client is one and so is the processor. */
export interface Admission {
  readonly read: RateLimiter | undefined;
  readonly write: RateLimiter | undefined;
  readonly turns: Turns;
}

export interface Limits {
  /** Per client; undefined: none. */
  readonly readLimit: RateLimit | undefined;
  /** Per API key; undefined: none. */
  readonly writeLimit: RateLimit | undefined;
}

export function admissionBy({ readLimit, writeLimit }: Limits): Admission {
  return {
    read: readLimit && new RateLimiter('read', readLimit),
    write: writeLimit && new RateLimiter('write', writeLimit),
    turns: new Turns(),
  };
}
