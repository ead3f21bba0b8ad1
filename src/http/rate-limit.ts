import type { Problem } from '../views/problem.ts';
import type { Context } from './bindings.ts';
import type { Route } from './route.ts';

/** How many requests a client may make within a window of time. */
export interface RateLimit {
  readonly requests: number;
  readonly perSeconds: number;
}

export interface Allowance {
  readonly allowed: boolean;
  /** Requests in a window. */
  readonly limit: number;
  /** Requests left in this window. */
  readonly remaining: number;
  /** `RateLimit` and `RateLimit-Policy`, as in draft-ietf-httpapi-ratelimit-headers. */
  readonly headers: { readonly 'RateLimit-Policy': string; readonly RateLimit: string };
  readonly retryAfterSeconds: number;
}

/** Makes what counts requests against a limit. No two limits have the same name. */
export type MakeLimiter = (name: string, limit: RateLimit) => RateLimiter;

/** Limits that count the requests of this process alone. */
export const ownLimiter: MakeLimiter = (name, limit) => new RateLimiter(name, limit);

/** The requests of one client since the first of them. */
interface Window {
  used: number;
  /** As `performance.now()`. */
  readonly endsAt: number;
}

/** Requests of a client that were counted here only, in a window that ends so many milliseconds from now. */
interface UnreportedCount {
  readonly client: string;
  readonly requests: number;
  readonly endsInMs: number;
}

/**
 * Counts requests per client against one limit, in windows of fixed length that begin with a client's first request. Servers may count together: then
 * each reports its counts now and then (`takeUnreported`), and learns the sums of all (`learn`).
 */
export class RateLimiter {
  readonly name: string;
  readonly #limit: RateLimit;
  readonly #policy: string;
  /** By client. They last equally long, so they are in the order in which they end, or nearly so where servers count together. */
  readonly #windows = new Map<string, Window>();
  /** Requests by client that are not reported to other servers yet; undefined where there are none. */
  readonly #unreported: Map<string, number> | undefined;

  constructor(name: string, limit: RateLimit, { isShared = false } = {}) {
    this.name = name;
    this.#limit = limit;
    this.#policy = `"${name}";q=${String(limit.requests)};w=${String(limit.perSeconds)}`;
    this.#unreported = isShared ? new Map() : undefined;
  }

  /** Counts a request, or several at once. */
  take(client: string, requests = 1): Allowance {
    const now = performance.now();
    const window = this.#windowOf(client, now);
    window.used += requests;
    this.#unreported?.set(client, (this.#unreported.get(client) ?? 0) + requests);
    return this.#allowance(window, now);
  }

  /** Takes back some of the requests that were counted in this window. */
  giveBack(client: string, requests: number): void {
    const window = this.#windowOf(client, performance.now());
    const returned = Math.min(requests, window.used);
    window.used -= returned;
    this.#unreported?.set(client, (this.#unreported.get(client) ?? 0) - returned);
  }

  /** The allowance of a client; counts nothing. */
  peek(client: string): Allowance {
    const now = performance.now();
    return this.#allowance(this.#windowOf(client, now), now);
  }

  /** Counts a request that the limit allows; gives undefined for any other, and counts nothing. */
  takeIfAllowed(client: string): Allowance | undefined {
    const window = this.#windows.get(client);
    const isUsedUp =
      window !== undefined && window.used >= this.#limit.requests && window.endsAt > performance.now();

    return isUsedUp ? undefined : this.take(client);
  }

  /** Takes at most so many clients with unreported requests; these count as reported from now on. */
  takeUnreported(most: number): UnreportedCount[] {
    const now = performance.now();
    const taken = [...(this.#unreported ?? [])].slice(0, most);
    for (const [client] of taken) this.#unreported?.delete(client);

    return taken.flatMap(([client, requests]) => {
      const endsInMs = Math.ceil((this.#windows.get(client)?.endsAt ?? 0) - now);
      return endsInMs > 0 ? [{ client, requests, endsInMs }] : [];
    });
  }

  /** Takes in how many requests of a client all servers have counted, this one's included, and when their window ends. */
  learn({ client, requests, endsInMs }: UnreportedCount): void {
    const used = requests + (this.#unreported?.get(client) ?? 0);
    this.#windows.set(client, { used, endsAt: performance.now() + endsInMs });
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
      limit: this.#limit.requests,
      remaining,
      headers: {
        'RateLimit-Policy': this.#policy,
        RateLimit: `"${this.name}";r=${String(remaining)};t=${String(seconds)}`,
      },
      retryAfterSeconds: seconds,
    };
  }
}

/** Wraps a route so that each request counts against the limit of its client before it is answered. */
export function rateLimited(
  limiter: RateLimiter,
  refuse: (c: Context, problem: Problem) => Response,
  handle: Route['handle'],
): Route['handle'] {
  return (c) => {
    const { allowed, headers, retryAfterSeconds } = limiter.take(c.env.client);
    c.set('rateLimit', headers);
    return allowed ? handle(c) : refuse(c, { code: 'too_many_requests', retryAfterSeconds });
  };
}
