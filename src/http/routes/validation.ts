import { z } from 'zod';
import { CannotAsk } from '../../domain/probe.ts';
import { validationRequest } from '../../domain/validation-request.ts';
import { bodyOf } from '../../views/body.ts';
import { checkService } from '../../domain/service-rules.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { bodyRefusals, json, plainHeaders, refusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import { rateLimited } from '../rate-limit.ts';
import { readBody } from '../request-body.ts';
import type { Problem } from '../../views/problem.ts';
import { Validation } from '../../views/validation.ts';
import type { Definition, Route } from '../route.ts';

export const validationDefinition: Definition = {
  method: 'post',
  path: '/api/validate',
  operationId: 'validateEndpoint',
  tag: 'Registration',
  summary: 'Check an endpoint before registering it',
  description:
    'Requests the endpoint without paying and reports every check, with the cure of each that failed, and the ways to pay by x402, MPP and L402. Where it asks for payment, `/openapi.json` and `/.well-known/x402` on its origin are read too. Writes nothing and needs no key. Each client may send 10 requests a minute.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: validationRequest({ allowInsecure: false }).check(z.meta({ id: 'ValidationRequest' })),
      },
    },
  },
  responses: {
    200: json(Validation, 'Every check, with the cure of those that failed.', plainHeaders),
    ...refusals(...bodyRefusals, 'validation_invalid', 'too_many_requests', 'unavailable'),
  },
};

/** For each client; low, because each validation sends requests to a third party's server. */
export const validationLimit = { requests: 10, perSeconds: 60 };

const retryAfterFailureSeconds = 30;

/** A fault of this machine says nothing about the endpoint, so it becomes 503. */
function undefinedIfCannotAsk(error: unknown): undefined {
  if (!(error instanceof CannotAsk)) throw error;
}

/** Probes the endpoint that a body names, or says what is wrong with the body. */
export async function validateBody(
  value: unknown,
  { store, validate, endpointPolicy }: Pick<RouteDependencies, 'store' | 'validate' | 'endpointPolicy'>,
): Promise<{ readonly validation: Validation } | { readonly problem: Problem }> {
  const checked = checkService(validationRequest(endpointPolicy), value, store.snapshot);
  if ('problems' in checked) return { problem: { code: 'validation_invalid', errors: checked.problems } };

  const validation = await validate(checked.value).catch(undefinedIfCannotAsk);
  return validation
    ? { validation }
    : { problem: { code: 'unavailable', retryAfterSeconds: retryAfterFailureSeconds } };
}

export function validationRoutes(dependencies: RouteDependencies): Route[] {
  const { refuse, validations } = dependencies;

  async function check(c: Context): Promise<Response> {
    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);

    const found = await validateBody(body.value, dependencies);
    if ('problem' in found) return refuse(c, found.problem);
    return new Response(bodyOf(found.validation), { headers: unsharedHeaders(c) });
  }

  return [
    { definition: validationDefinition, counted: false, handle: rateLimited(validations, refuse, check) },
  ];
}
