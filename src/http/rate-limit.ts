import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
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
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfterSeconds: number;
}

/** Counts requests per client against one limit. */
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
      remaining: remainingPoints,
      headers: {
        'RateLimit-Policy': `"${this.#name}";q=${String(this.#limit.requests)};w=${String(this.#limit.perSeconds)}`,
        RateLimit: `"${this.#name}";r=${String(remainingPoints)};t=${String(seconds)}`,
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
  return async (c) => {
    const { allowed, headers, retryAfterSeconds } = await limiter.take(clientOf(c.env.incoming));
    c.set('rateLimit', headers);
    return allowed ? handle(c) : refuse(c, { code: 'too_many_requests', retryAfterSeconds });
  };
}

/** Identifies a client by the address of its connection; for IPv6 by its /64, since one client usually owns all of that. */
export function clientOf(incoming: Pick<IncomingMessage, 'socket'> | undefined): string {
  const address = incoming?.socket.remoteAddress;
  if (address === undefined || !ipaddr.isValid(address)) return 'unknown';

  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join('.') : parsed.toString();
}
