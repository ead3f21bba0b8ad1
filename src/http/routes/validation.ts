import { z } from 'zod';
import { CannotAsk } from '../../domain/probe.ts';
import { validationRequest } from '../../domain/validation-request.ts';
import { bodyOf } from '../../views/body.ts';
import { checkService } from '../../domain/service-rules.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, plainHeaders, refusals } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import { rateLimited, RateLimiter } from '../rate-limit.ts';
import { readBody } from '../request-body.ts';
import { Validation } from '../../views/validation.ts';
import type { Definition, Route } from '../route.ts';

export const validationDefinition: Definition = {
  method: 'post',
  path: '/api/validate',
  operationId: 'validateEndpoint',
  tag: 'Registration',
  summary: 'Check an endpoint before registering it',
  description:
    'Requests the endpoint without paying and reports every check, with the cure of each that failed. Writes nothing and needs no key. Each client may send 10 requests a minute.',
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
    ...refusals(
      'body_not_json',
      'request_timeout',
      'body_too_large',
      'media_type_unsupported',
      'validation_invalid',
      'too_many_requests',
      'unavailable',
    ),
  },
};

/** Low, because each validation sends requests to a third party's server. */
const limit = { requests: 10, perSeconds: 60 };

const retryAfterFailureSeconds = 30;

/** A fault of this machine says nothing about the endpoint, so it becomes 503. */
function undefinedIfCannotAsk(error: unknown): undefined {
  if (!(error instanceof CannotAsk)) throw error;
}

export function validationRoutes({ store, validate, endpointPolicy, refuse }: RouteDependencies): Route[] {
  const limiter = new RateLimiter('validate', limit);

  async function check(c: Context): Promise<Response> {
    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);
    const checked = checkService(validationRequest(endpointPolicy), body.value, store.snapshot);
    if ('problems' in checked) return refuse(c, { code: 'validation_invalid', errors: checked.problems });

    const validation = await validate(checked.value).catch(undefinedIfCannotAsk);
    if (!validation) return refuse(c, { code: 'unavailable', retryAfterSeconds: retryAfterFailureSeconds });

    return new Response(bodyOf(validation), { headers: unsharedHeaders(c) });
  }

  return [{ definition: validationDefinition, counted: false, handle: rateLimited(limiter, refuse, check) }];
}
