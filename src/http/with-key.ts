import type { ApiKey } from '../registration/api-key.ts';
import { authenticate, challenge } from './authenticate.ts';
import type { Context } from './bindings.ts';
import type { RouteDependencies } from './dependencies.ts';
import { clientOf } from './rate-limit.ts';
import type { Route } from './route.ts';

type KeyHandler = (c: Context, key: ApiKey) => Response | Promise<Response>;

/** Makes a route for requests with an API key; counts them against the limit for writing, and those without a key against that for reading. */
export function withKey(
  { keys, admission, clock, refuse }: RouteDependencies,
  handle: KeyHandler,
): Route['handle'] {
  return async (c) => {
    const authorization = c.req.header('authorization');
    const key = await authenticate(authorization, keys, clock());
    const limiter = key ? admission.write : admission.read;
    const allowance = await limiter?.take(key?.owner ?? clientOf(c.env.incoming));
    if (allowance) c.set('rateLimit', allowance.headers);
    if (allowance?.allowed === false) {
      return refuse(c, { code: 'too_many_requests', retryAfterSeconds: allowance.retryAfterSeconds });
    }
    if (!key) return refuse(c, { code: 'unauthorized' }, { 'WWW-Authenticate': challenge(authorization) });

    c.set('keyId', key.id);
    return handle(c, key);
  };
}
