import { FairQueue } from './fair-queue.ts';
import { type MakeLimiter, ownLimiter, type RateLimit, type RateLimiter } from './rate-limit.ts';

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

export function admissionBy({ readLimit, writeLimit }: Limits, limiter: MakeLimiter = ownLimiter): Admission {
  return {
    read: readLimit && limiter('read', readLimit),
    write: writeLimit && limiter('write', writeLimit),
    queue: new FairQueue(),
  };
}
