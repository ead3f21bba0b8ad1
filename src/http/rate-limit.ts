import type { RouteDependencies } from './dependencies.ts';
import type { Route } from './route.ts';

/** How many requests a client may make within a window of time. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface Allowance {
  readonly allowed: boolean;
  /** Requests left in this window. */
  readonly remaining: number;
  /** `RateLimit` and `RateLimit-Policy`, as in draft-ietf-httpapi-ratelimit-headers. */
  readonly headers: { readonly 'RateLimit-Policy': string; readonly RateLimit: string };
  readonly retryAfterSeconds: number;
}

/** The requests of one client since the first of them. */
interface Window {
  used: number;
  /** As `performance.now()`. */
  readonly endsAt: number;
}

/** Counts requests per client against one limit, in windows of fixed length that begin with a client's first request. */
export class RateLimiter {
  readonly #name: string;
  readonly #limit: RateLimit;
  readonly #policy: string;
  /** By client. They all last equally long, so they are in the order in which they end. */
  readonly #windows = new Map<string, Window>();

  constructor(name: string, limit: RateLimit) {
    this.#name = name;
    this.#limit = limit;
    this.#policy = `"${name}";q=${String(limit.requests)};w=${String(limit.perSeconds)}`;
  }

  /** Counts a request. */
  take(client: string): Allowance {
    const now = performance.now();
    const window = this.#windowOf(client, now);
    window.used += 1;
    return this.#allowance(window, now);
  }

  /** Counts a request that the limit allows; gives undefined for any other, and counts nothing. */
  takeIfAllowed(client: string): Allowance | undefined {
    const window = this.#windows.get(client);
    const isUsedUp =
      window !== undefined && window.used >= this.#limit.requests && window.endsAt > performance.now();

    return isUsedUp ? undefined : this.take(client);
  }

  #windowOf(client: string, now: number): Window {
    const known = this.#windows.get(client);
    if (known && known.endsAt > now) return known;

    this.#dropEnded(now);
    const window = { used: 0, endsAt: now + 1000 * this.#limit.perSeconds };
    this.#windows.set(client, window);
    return window;
  }

  #dropEnded(now: number): void {
    for (const [client, { endsAt }] of this.#windows) {
      if (endsAt > now) return;
      this.#windows.delete(client);
    }
  }

  #allowance({ used, endsAt }: Window, now: number): Allowance {
    const remaining = Math.max(0, this.#limit.requests - used);
    const seconds = Math.max(1, Math.ceil((endsAt - now) / 1000));

    return {
      allowed: used <= this.#limit.requests,
      remaining,
      headers: {
        'RateLimit-Policy': this.#policy,
        RateLimit: `"${this.#name}";r=${String(remaining)};t=${String(seconds)}`,
      },
      retryAfterSeconds: seconds,
    };
  }
}

/** Wraps a route so that each request counts against the limit of its client before it is answered. */
export function rateLimited(
  limiter: RateLimiter,
  refuse: RouteDependencies['refuse'],
  handle: Route['handle'],
): Route['handle'] {
  return (c) => {
    const { allowed, headers, retryAfterSeconds } = limiter.take(c.env.client);
    c.set('rateLimit', headers);
    return allowed ? handle(c) : refuse(c, { code: 'too_many_requests', retryAfterSeconds });
  };
}
