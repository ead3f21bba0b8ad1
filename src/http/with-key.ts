import type { Block } from '../domain/block.ts';
import type { Scope } from '../domain/scope.ts';
import type { KeyStore } from '../live/ports.ts';
import { type ApiKey, makeKey, opens, readToken } from '../registration/api-key.ts';
import { type Problem, problems } from '../views/problem.ts';
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

/** Stands in for a key that does not exist, so that both lookups take equally long. */
const nobody = makeKey({ owner: 'nobody' }, new Date(0), new Date(0)).key;

/** The valid key in an `Authorization: Bearer` header; undefined when there is none. RFC 6750. */
async function authenticate(
  header: string | undefined,
  keys: Pick<KeyStore, 'find'>,
  now: Date,
): Promise<ApiKey | undefined> {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const parts = readToken(token);
  if (!parts) return undefined;

  const key = (await keys.find(parts.id)) ?? nobody;
  return opens(key, parts.secret, now) ? key : undefined;
}

/** Why a request is refused, for `WWW-Authenticate`. RFC 6750, section 3.1: no `error` without credentials of this scheme. */
function challenge(header = ''): string {
  return `Bearer realm="tollbook"${/^Bearer\b/i.test(header) ? ', error="invalid_token"' : ''}`;
}

/** The same where the key lacks a scope. */
function scopeChallenge(scope: Scope): string {
  return `Bearer realm="tollbook", error="insufficient_scope", scope="${scope}"`;
}
