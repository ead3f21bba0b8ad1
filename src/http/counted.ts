import { clientOf } from './client-address.ts';
import type { RouteDependencies } from './dependencies.ts';
import type { RateLimiter } from './rate-limit.ts';
import type { Route } from './route.ts';

/** Counts each request against the limit of its client before it is answered. */
export function counted(
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
