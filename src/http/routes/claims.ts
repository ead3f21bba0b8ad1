import { fieldProblems } from '../../domain/field-problem.ts';
import { proofWords } from '../../domain/ownership/methods.ts';
import type { ClaimAnswer } from '../../live/claims.ts';
import type { Outcome } from '../../registration/act.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import { bodyOf } from '../../views/body.ts';
import { askedIn, ClaimRequest, claimView, ClaimView } from '../../views/claim.ts';
import type { Problem } from '../../views/problem.ts';
import { audited } from '../audited.ts';
import type { Context } from '../bindings.ts';
import { blockedHost } from '../blocked-host.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { bodyRefusals, changeHeaders, commitRefusals, json, keyRefusals, refusals } from '../describe.ts';
import { writtenHeaders } from '../headers.ts';
import { IdParameter } from '../parameters.ts';
import { isDone, problemOf } from '../refusal.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';

export const claimDefinition: Definition = {
  method: 'post',
  path: '/api/services/{id}/claim',
  operationId: 'claimService',
  tag: 'Owners',
  summary: 'Claim a service',
  description: `Looks now for the proof that the service belongs to the owner of the key. A proven owner gets a service that nobody owns or whose owner has no proof, or a weaker one; the strongest are ${proofWords.ranks}. With \`wallet\`, a declared wallet that differs from the live one is corrected. A removed service is listed again. An owner may claim a service 10 times an hour, and a client may claim 50 times an hour at one host, all clients together 600 times; 200 more are for clients that have not claimed anything at this host within the hour.`,
  security: [{ bearer: [] }],
  requestParams: { path: IdParameter },
  requestBody: {
    required: true,
    content: { 'application/json': { schema: ClaimRequest.meta({ id: 'ClaimRequest' }) } },
  },
  responses: {
    200: json(ClaimView, 'The service belongs to the owner of the key.', changeHeaders),
    ...refusals(
      ...bodyRefusals,
      ...keyRefusals,
      'not_owner',
      'host_blocked',
      'service_unknown',
      'claim_refused',
      'endpoint_listed',
      'service_deleted',
      'claim_invalid',
      'claim_unproven',
      'declaration_invalid',
      ...commitRefusals,
    ),
  },
};

const retryAfterCannotAskSeconds = 30;

/** Claims, by key. */
export function claimRoutes(dependencies: RouteDependencies): Route[] {
  const { claim, store, blocks, refuse } = dependencies;

  async function claimService(c: Context, { owner, repository }: ApiKey): Promise<Response> {
    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);
    const request = ClaimRequest.safeParse(body.value);
    if (!request.success) {
      return refuse(c, { code: 'claim_invalid', errors: fieldProblems(request.error, body.value) });
    }

    const id = c.req.param('id') ?? '';
    const blocked = await blockedHost([store.snapshot.tombstone(id)], blocks);
    if (blocked) return refuse(c, blocked);

    const asked = askedIn(request.data);
    const given = asked === undefined ? [] : [asked];
    const answer = await claim(id, { owner, repository }, request.data.method, c.env.client, ...given);
    return answer.kind === 'decided' ? decided(c, answer.outcome) : refuse(c, refusalOf(answer));
  }

  function decided(c: Context, outcome: Outcome): Response {
    if (outcome.kind === 'outdated') return refuse(c, { code: 'claim_refused', detail: outdated });
    if (!isDone(outcome)) return refuse(c, problemOf(outcome, 'declaration_invalid'));
    if (outcome.kind !== 'changed') throw new Error(`a claim ended as ${outcome.kind}`);

    const headers = writtenHeaders(c, dependencies);
    return new Response(bodyOf(claimView(outcome.entry.declared)), { headers });
  }

  const handle = withKey(dependencies, audited(dependencies, 'claim', claimService));
  return [{ definition: claimDefinition, counted: false, handle }];
}

const outdated = 'The service was changed while its proof was looked for. Send the claim again.';

function refusalOf(answer: Exclude<ClaimAnswer, { readonly kind: 'decided' }>): Problem {
  switch (answer.kind) {
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
