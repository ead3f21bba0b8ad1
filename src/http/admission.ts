import { FairQueue } from './fair-queue.ts';
import { type RateLimit, RateLimiter } from './rate-limit.ts';

/** Decides which requests are answered and in what order. The API and the pages share one: they have the same clients and CPU. */
export interface Admission {
  readonly read: RateLimiter | undefined;
  readonly write: RateLimiter | undefined;
  readonly queue: FairQueue;
}

export interface Limits {
  /** Per client; undefined for no limit. */
  readonly readLimit: RateLimit | undefined;
  /** Per owner, and per client for owners who make keys by themselves; undefined for no limit. */
  readonly writeLimit: RateLimit | undefined;
}

export function admissionBy({ readLimit, writeLimit }: Limits): Admission {
  return {
    read: readLimit && new RateLimiter('read', readLimit),
    write: writeLimit && new RateLimiter('write', writeLimit),
    queue: new FairQueue(),
  };
}
