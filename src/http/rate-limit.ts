import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** How many requests of one kind a client may make in a time. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface Allowance {
  readonly allowed: boolean;
  /** `RateLimit` and `RateLimit-Policy`, as in draft-ietf-httpapi-ratelimit-headers. */
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number;
}

/** Counts requests by client. Undefined limit: nothing is counted. */
export class RateLimiter {
  readonly #name: string;
  readonly #limit: RateLimit;
  readonly #counter: RateLimiterMemory;

  constructor(name: string, limit: RateLimit) {
    this.#name = name;
    this.#limit = limit;
    this.#counter = new RateLimiterMemory({
      keyPrefix: name,
      points: limit.requests,
      duration: limit.perSeconds,
    });
  }

  async take(client: string): Promise<Allowance> {
    try {
      return this.#allowance(true, await this.#counter.consume(client));
    } catch (refused) {
      if (refused instanceof RateLimiterRes) return this.#allowance(false, refused);
      throw refused;
    }
  }

  #allowance(allowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Allowance {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));

    return {
      allowed,
      headers: {
        'RateLimit-Policy': `"${this.#name}";q=${String(this.#limit.requests)};w=${String(this.#limit.perSeconds)}`,
        RateLimit: `"${this.#name}";r=${String(remainingPoints)};t=${String(seconds)}`,
      },
      retryAfterSeconds: seconds,
    };
  }
}
