import { fieldProblems } from '../../domain/field-problem.ts';
import type { ClaimAnswer } from '../../live/claims.ts';
import type { ClaimOutcome } from '../../registration/claim-act.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import { bodyOf } from '../../views/body.ts';
import { ClaimRequest, claimView, ClaimView } from '../../views/claim.ts';
import type { Problem } from '../../views/problem.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, plainHeaders, refusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import { IdParameter } from '../parameters.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';

export const claimDefinition: Definition = {
  method: 'post',
  path: '/api/services/{id}/claim',
  operationId: 'claimService',
  tag: 'Owners',
  summary: 'Claim a service',
  description:
    'Looks now for the proof that the service belongs to the owner of the key. A proven owner gets a service that nobody owns or whose owner has no proof; `http` and `dns` prove more than `wallet`. By `wallet`, a declared wallet that differs from the live one is corrected. A removed service is listed again. Each service can be looked at 10 times an hour.',
  security: [{ bearer: [] }],
  requestParams: { path: IdParameter },
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ClaimRequest.meta({ id: 'ClaimRequest' }) } },
  },
  responses: {
    200: json(ClaimView, 'The service belongs to the owner of the key.', plainHeaders),
    ...refusals(
      'body_not_json',
      'unauthorized',
      'not_owner',
      'service_unknown',
      'request_timeout',
      'claim_refused',
      'service_deleted',
      'body_too_large',
      'media_type_unsupported',
      'claim_invalid',
      'claim_unproven',
      'too_many_requests',
      'commit_failed',
      'unavailable',
    ),
  },
};

const retryAfterFailureSeconds = 5;
const retryAfterCannotAskSeconds = 30;

/** Claims, by key. */
export function claimRoutes(dependencies: RouteDependencies): Route[] {
  const { claim, changeLog, refuse } = dependencies;

  async function claimService(c: Context, key: ApiKey): Promise<Response> {
    const id = c.req.param('id') ?? '';
    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);
    const request = ClaimRequest.safeParse(body.value);
    if (!request.success) {
      return refuse(c, { code: 'claim_invalid', errors: fieldProblems(request.error, body.value) });
    }

    const answer = await claim(id, key, request.data.method);
    if (answer.kind === 'unknown') return refuse(c, await missing(id));
    if (answer.kind === 'decided') return decided(c, answer.outcome);
    return refuse(c, problemOf(answer));
  }

  async function missing(id: string): Promise<Problem> {
    const tombstone = await changeLog.tombstone(id);

    return tombstone ? { code: 'service_deleted', members: { tombstone } } : { code: 'service_unknown' };
  }

  function decided(c: Context, outcome: ClaimOutcome): Response {
    switch (outcome.kind) {
      case 'changed':
        return new Response(bodyOf(claimView(outcome.entry.declared)), { headers: unsharedHeaders(c) });
      case 'unknown':
        return refuse(c, { code: 'service_unknown' });
      case 'outdated':
        return refuse(c, { code: 'claim_refused', detail: outdated });
      case 'proven':
        return refuse(c, { code: 'claim_refused', members: { owner: outcome.owner } });
      case 'failed': {
        const { retryAfterSeconds = retryAfterFailureSeconds } = outcome;
        return refuse(c, { code: 'commit_failed', retryAfterSeconds });
      }
    }
  }

  return [{ definition: claimDefinition, counted: false, handle: withKey(dependencies, claimService) }];
}

const outdated = 'The service was changed while the proof was looked for. Send the claim again.';

type Refused = Exclude<ClaimAnswer<ClaimOutcome>, { readonly kind: 'decided' | 'unknown' }>;

function problemOf(answer: Refused): Problem {
  switch (answer.kind) {
    case 'forbidden':
      return { code: 'not_owner', detail: forbidden[answer.why] };
    case 'unfit':
      return { code: 'claim_unproven', detail: `${answer.detail}.` };
    case 'unproven': {
      const { lookedFor, found } = answer;
      const detail = `Looked for ${lookedFor}. Found: ${found.replace(/\.$/, '')}.`;
      return { code: 'claim_unproven', detail, members: { lookedFor, found } };
    }
    case 'too_many':
      return { code: 'too_many_requests', retryAfterSeconds: answer.retryAfterSeconds };
    case 'unavailable':
      return { code: 'unavailable', retryAfterSeconds: retryAfterCannotAskSeconds };
  }
}

const forbidden = {
  by_operator: 'The operator of this catalog removed this service. Only the operator can restore it.',
  not_repository:
    'This service was listed from another repository of its owner, or from none. Claim it with a key from there, or with one that is bound to no repository.',
} as const;
