import { FairQueue } from './fair-queue.ts';
import { type MakeLimiter, ownLimiter, type RateLimit, type RateLimiter } from './rate-limit.ts';
import { Shares } from './shares.ts';

/** Decides which requests are answered and in what order. The API and the pages share one: they have the same clients and CPU. */
export interface Admission {
  readonly read: RateLimiter | undefined;
  readonly write: RateLimiter | undefined;
  readonly queue: FairQueue;
  /** For what asks words and meanings, which another thread knows: lists without a text do not wait behind it. */
  readonly questions: FairQueue;
  /** False without a limit of reads: then clients are not distinguished, since they may all come from one proxy. */
  readonly isByClient: boolean;
  /** Event streams. Each takes a connection and some 30 kB. */
  readonly streams: Shares;
  /** Large bodies that are made while they are sent. A compressor takes two megabytes, and a client may take minutes. */
  readonly downloads: Shares;
  /** Requests that wait for a change. All ask again when it comes. */
  readonly polls: Shares;
}

export interface Limits {
  /** Per client; undefined for no limit. */
  readonly readLimit: RateLimit | undefined;
  /** Per owner, and per client for owners who make keys by themselves; undefined for no limit. */
  readonly writeLimit: RateLimit | undefined;
}

export function admissionBy({ readLimit, writeLimit }: Limits, limiter: MakeLimiter = ownLimiter): Admission {
  const isByClient = readLimit !== undefined;

  return {
    read: readLimit && limiter('read', readLimit),
    write: writeLimit && limiter('write', writeLimit),
    queue: new FairQueue(),
    questions: new FairQueue(),
    isByClient,
    streams: new Shares(5_000, { isByClient }),
    downloads: new Shares(32, { isByClient }),
    polls: new Shares(500, { isByClient }),
  };
}
