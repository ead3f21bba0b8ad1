import type { Scope } from '../domain/scope.ts';
import type { ApiKey } from '../registration/api-key.ts';
import { type Problem, problems } from '../views/problem.ts';
import type { Block } from '../domain/block.ts';
import { authenticate, challenge, scopeChallenge } from './authenticate.ts';
import type { Context } from './bindings.ts';
import type { RouteDependencies } from './dependencies.ts';
import type { Allowance } from './rate-limit.ts';
import type { Route } from './route.ts';
import { takeWrite } from './write-limit.ts';

type Dependencies = Pick<RouteDependencies, 'keys' | 'blocks' | 'admission' | 'clock' | 'refuse'>;

/**
 * Wraps a route that needs a key: it is called with the key that opens, if it has the scope, and its owner is not blocked and has writes left. Requests
 * without a valid key count as reads.
 */
export function withKey(
  dependencies: Dependencies,
  handle: (c: Context, key: ApiKey) => Response | Promise<Response>,
  scope: Scope = 'write',
): Route['handle'] {
  const { keys, blocks, clock, refuse } = dependencies;

  return async (c) => {
    const authorization = c.req.header('authorization');
    const key = await authenticate(authorization, keys, clock());
    const allowance = allowanceOf(key, c, dependencies);
    if (allowance) c.set('rateLimit', allowance.headers);
    if (allowance?.allowed === false) {
      return refuse(c, { code: 'too_many_requests', retryAfterSeconds: allowance.retryAfterSeconds });
    }
    if (!key) return refuse(c, { code: 'unauthorized' }, { 'WWW-Authenticate': challenge(authorization) });

    const block = await blocks.ownerBlock(key.owner);
    if (block) return refuse(c, blockedProblem(block));
    if (key.scope !== scope) {
      return refuse(c, scopeProblem(key, scope), { 'WWW-Authenticate': scopeChallenge(scope) });
    }
    c.set('key', key);
    return handle(c, key);
  };
}

/** The refusal of a blocked owner. */
export function blockedProblem({ reason }: Block): Problem {
  return {
    code: 'owner_blocked',
    detail: `The operator of this catalog blocked the owner of this key: ${reason}`,
    members: { reason },
  };
}

function scopeProblem(key: ApiKey, scope: Scope): Problem {
  return {
    code: 'scope_missing',
    detail: `The key ${key.id} has the scope "${key.scope}", and this takes "${scope}". ${problems.scope_missing.cure}`,
    members: { scope },
  };
}

function allowanceOf(
  key: ApiKey | undefined,
  c: Context,
  { admission: { read, write } }: Dependencies,
): Allowance | undefined {
  const { client } = c.env;
  if (!key) return read?.take(client);

  return write && takeWrite(write, key.owner, client);
}
