import { z } from 'zod';
import { readSigner, twinAccounts } from '../../domain/signer.ts';
import { fieldProblems } from '../../domain/field-problem.ts';
import { ChallengeRequest, SignedChallenge, TokenRequest } from '../../domain/key-request.ts';
import type { KeyIssuer, KeyOutcome } from '../../live/key-issuer.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import { signInProblem } from '../../registration/sign-in.ts';
import { bodyOf } from '../../views/body.ts';
import {
  IssuedKey,
  issuedKey,
  KeysView,
  keyView,
  SignInChallengeView,
  signInChallengeView,
} from '../../views/keys.ts';
import type { Problem, ProblemCode } from '../../views/problem.ts';
import { audited, originOf } from '../audited.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { dayProblem } from '../refusal.ts';
import {
  bodyRefusals,
  json,
  keyRefusals,
  noContent,
  plainHeaders,
  refusals,
  strictRefusals,
} from '../describe.ts';
import { baseHeaders, unsharedHeaders } from '../headers.ts';
import { rateLimited } from '../rate-limit.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { blockedProblem, withKey } from '../with-key.ts';

const challengeDefinition: Definition = {
  method: 'post',
  path: '/api/challenges',
  operationId: 'askChallenge',
  tag: 'Owners',
  summary: 'Get a message to sign in with a wallet',
  description: `Returns a message (EIP-4361, or its twin for ${twinAccounts.join(' or ')}) for \`POST /api/keys\`. It is valid for 5 minutes, and the first attempt uses it up. Each client may ask for 10 a minute.`,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ChallengeRequest.check(z.meta({ id: 'ChallengeRequest' })) } },
  },
  responses: {
    201: json(SignInChallengeView, 'The message to sign.', plainHeaders),
    ...refusals(...bodyRefusals, 'self_service_off', 'challenge_invalid', 'too_many_requests', 'unavailable'),
  },
};

const issueDefinition: Definition = {
  method: 'post',
  path: '/api/keys',
  operationId: 'makeKey',
  tag: 'Owners',
  summary: 'Make a key with a wallet or a workflow',
  description:
    'Exchanges a signed challenge for a key of 30 days, or the OpenID Connect token of a workflow for one of 15 minutes. The owner is `wallet:<address>` where the address itself signed, and `wallet:<CAIP-10>` for a contract wallet (EIP-1271), which can sign in on chains that this catalog reads. Each client may send 10 requests a minute, and make 200 keys a day.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: z.union([
          SignedChallenge.check(z.meta({ id: 'SignedChallenge' })),
          TokenRequest.check(z.meta({ id: 'TokenRequest' })),
        ]),
      },
    },
  },
  responses: {
    201: json(IssuedKey, 'The new key. It cannot be shown again.', plainHeaders),
    ...refusals(
      ...bodyRefusals,
      'owner_blocked',
      'self_service_off',
      'key_request_invalid',
      'signature_invalid',
      'token_invalid',
      'too_many_requests',
      'too_many_keys',
      'unavailable',
    ),
  },
};

const listDefinition: Definition = {
  method: 'get',
  path: '/api/keys',
  operationId: 'listKeys',
  tag: 'Owners',
  summary: 'List your keys',
  description:
    'Returns the keys of the owner whose key asks, without their secrets, oldest first. A key of a repository sees only those of its repository. Keys that owners made are forgotten a day after they expired or were revoked.',
  security: [{ bearer: [] }],
  responses: {
    200: json(KeysView, 'The keys of this owner.', plainHeaders),
    ...strictRefusals(...keyRefusals, 'too_many_requests', 'unavailable'),
  },
};

const revokeDefinition: Definition = {
  method: 'delete',
  path: '/api/keys/{id}',
  operationId: 'revokeKey',
  tag: 'Owners',
  summary: 'Revoke one of your keys',
  description: 'The key stops working at once on every server. It may be the one that asks.',
  security: [{ bearer: [] }],
  requestParams: {
    path: z.object({ id: z.string().meta({ description: 'Id of the key.', examples: ['3m8v1r5e6tkqa'] }) }),
  },
  responses: {
    204: noContent('The key is revoked.'),
    ...refusals(...keyRefusals, 'key_unknown', 'too_many_requests', 'unavailable'),
  },
};

export const keyDefinitions = [challengeDefinition, issueDefinition, listDefinition, revokeDefinition];

const limit = { requests: 10, perSeconds: 60 };

const retryWhenFullSeconds = 60;
const retryAfterFailureSeconds = 30;

/** How owners get keys, see them and revoke them. */
export function keyRoutes(dependencies: RouteDependencies): Route[] {
  const { issuer, keys, limiter, clock, refuse } = dependencies;

  /** A route that makes something for any client. */
  function selfService(
    name: string,
    handle: (c: Context, issuer: KeyIssuer, body: unknown) => Promise<Response>,
  ): Route['handle'] {
    if (!issuer) return (c) => refuse(c, { code: 'self_service_off' });

    return rateLimited(limiter(name, limit), refuse, async (c) => {
      const body = await readBody(c.req.raw);
      return 'problem' in body ? refuse(c, body.problem) : handle(c, issuer, body.value);
    });
  }

  const ask = selfService('challenge', async (c, issuer, input) => {
    const { data, error } = ChallengeRequest.safeParse(input);
    if (!data) return refuse(c, { code: 'challenge_invalid', errors: fieldProblems(error, input) });

    const signer = readSigner(data.account);
    if (typeof signer === 'string') {
      const errors = [signInProblem(signer, ['account'], { value: data.account })];
      return refuse(c, { code: 'challenge_invalid', errors });
    }
    const challenge = await issuer.challenge(signer);
    return challenge ? created(c, signInChallengeView(challenge)) : refuse(c, tooManyOpen);
  });

  const issue = selfService('key', async (c, issuer, input) => {
    if (isTokenRequest(input)) {
      const { data, error } = TokenRequest.safeParse(input);
      return data
        ? answer(c, await issuer.keyForWorkflow(data.oidcToken, originOf(c)), 'token_invalid')
        : refuse(c, { code: 'key_request_invalid', errors: fieldProblems(error, input) });
    }

    const { data, error } = SignedChallenge.safeParse(input);
    return data
      ? answer(c, await issuer.keyForWallet(data, originOf(c)), 'signature_invalid')
      : refuse(c, { code: 'key_request_invalid', errors: fieldProblems(error, input) });
  });

  function answer(c: Context, outcome: KeyOutcome, refusal: ProblemCode): Response {
    switch (outcome.kind) {
      case 'made':
        return created(c, issuedKey(outcome));
      case 'refused':
        return refuse(c, { code: refusal, errors: outcome.problems });
      case 'blocked':
        return refuse(c, blockedProblem(outcome.block));
      case 'too_many':
        return refuse(c, { code: 'too_many_keys' });
      case 'too_many_today':
        return refuse(c, dayProblem('keys', outcome.room));
      case 'unavailable':
        return refuse(c, proofUnavailable);
    }
  }

  async function list(c: Context, key: ApiKey): Promise<Response> {
    const own = await keys.ofActor(key);

    return new Response(bodyOf(own.map(keyView)), { headers: unsharedHeaders(c) });
  }

  async function revoke(c: Context, { owner, repository }: ApiKey): Promise<Response> {
    const key = await keys.find(c.req.param('id') ?? '');
    const isOwn = key?.owner === owner && (repository === undefined || key.repository === repository);
    if (!isOwn) return refuse(c, { code: 'key_unknown' });

    await keys.revoke(key.id, clock());
    return new Response(null, { status: 204, headers: baseHeaders(c) });
  }

  return [
    { definition: challengeDefinition, counted: false, handle: ask },
    { definition: issueDefinition, counted: false, handle: issue },
    { definition: listDefinition, counted: false, handle: withKey(dependencies, list) },
    {
      definition: revokeDefinition,
      counted: false,
      handle: withKey(dependencies, audited(dependencies, 'revoke_key', revoke)),
    },
  ];
}

const tooManyOpen: Problem = {
  code: 'unavailable',
  detail: 'Too many challenges wait for their answer; ask again in a minute.',
  retryAfterSeconds: retryWhenFullSeconds,
};

const proofUnavailable: Problem = {
  code: 'unavailable',
  detail:
    'The chain of the wallet, or the issuer of the token, cannot be asked now. Try again: with a new challenge, or with the same token.',
  retryAfterSeconds: retryAfterFailureSeconds,
};

function isTokenRequest(body: unknown): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, 'oidcToken');
}

function created(c: Context, view: unknown): Response {
  return new Response(bodyOf(view), { status: 201, headers: unsharedHeaders(c) });
}
