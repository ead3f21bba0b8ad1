import type { Log, RequestCounts } from '../live/ports.ts';
import { type MakeLimiter, ownLimiter, RateLimiter } from './rate-limit.ts';

interface Dependencies {
  /** What servers count together; undefined where one server counts alone. */
  readonly counts: RequestCounts | undefined;
  readonly log: Log;
}

/** For so long, a client may use up a limit at each server at once. */
const settleMs = 500;

/** Clients of one limit that are reported at once. */
const maxClients = 5_000;

/**
 * The limits of a server. Where servers share their state, each counts for itself and tells the others twice a second, so that no request waits for the
 * database. While that is away, each goes on counting alone.
 */
export class RequestLimits {
  readonly #counts: RequestCounts | undefined;
  readonly #log: Log;
  readonly #limiters = new Map<string, RateLimiter>();
  #timer: NodeJS.Timeout | undefined;
  #settling: Promise<void> | undefined;
  #isFailing = false;

  constructor({ counts, log }: Dependencies) {
    this.#counts = counts;
    this.#log = log;
  }

  readonly limiter: MakeLimiter = (name, limit) => {
    if (!this.#counts) return ownLimiter(name, limit);

    const limiter = new RateLimiter(name, limit, { isShared: true });
    this.#limiters.set(name, limiter);
    return limiter;
  };

  start(): void {
    if (this.#counts) this.#timer = setInterval(() => void this.settle(), settleMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#settling;
  }

  /** Tells the others what was counted here, and learns what all have counted of the same clients. Never rejects. */
  async settle(): Promise<void> {
    this.#settling ??= this.#settle().finally(() => (this.#settling = undefined));
    await this.#settling;
  }

  async #settle(): Promise<void> {
    const unreported = [...this.#limiters.values()].flatMap((limiter) =>
      limiter.takeUnreported(maxClients).map((count) => ({ limit: limiter.name, ...count })),
    );
    if (!this.#counts || unreported.length === 0) return;

    try {
      for (const { limit, ...count } of await this.#counts.add(unreported)) {
        this.#limiters.get(limit)?.learn(count);
      }
      this.#isFailing = false;
    } catch (error) {
      if (!this.#isFailing) {
        this.#log.warn({ error }, 'requests cannot be counted together; each server counts its own');
      }
      this.#isFailing = true;
    }
  }
}
