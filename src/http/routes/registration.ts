import { createHash } from 'node:crypto';
import { z } from 'zod';
import { registrationRequest } from '../../domain/declaration.ts';
import { Service, storedAnswer } from '../../views/service.ts';
import { versionLabel } from '../../domain/snapshot.ts';
import type { WriteAnswer } from '../../live/idempotent-writes.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import type { StoredAnswer } from '../../registration/idempotency.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { json, refusals, writeHeaders } from '../describe.ts';
import { unsharedHeaders } from '../headers.ts';
import { parametersOf, readParameters, RegistrationParameters } from '../parameters.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';

const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .meta({
    description: 'Makes retries safe: for 24 hours, the same key and body get the first answer again.',
    examples: ['6f1c2f9e-8a53-4b0e-9f0e-1d2c3b4a5968'],
  });

export const registrationDefinition: Definition = {
  method: 'post',
  path: '/api/services',
  operationId: 'registerService',
  tag: 'Registration',
  summary: 'Register a service',
  description:
    'Adds a service to the catalog. A 201 means that the service is committed to git and that every read returns it. A refusal lists every problem at once. Use `dryRun=true` to try a body, and an `Idempotency-Key` to make retries safe.',
  security: [{ bearer: [] }],
  requestParams: {
    query: RegistrationParameters,
    header: z.object({ 'Idempotency-Key': IdempotencyKey }),
  },
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: registrationRequest({ allowInsecure: false }).check(z.meta({ id: 'Registration' })),
      },
    },
  },
  responses: {
    200: json(Service, 'Only with `dryRun=true`: the service that would be made.', writeHeaders),
    201: json(Service, 'The new service.', writeHeaders),
    ...refusals(
      'parameter_invalid',
      'body_not_json',
      'idempotency_key_invalid',
      'unauthorized',
      'owner_blocked',
      'request_timeout',
      'endpoint_listed',
      'body_too_large',
      'media_type_unsupported',
      'registration_invalid',
      'idempotency_key_reused',
      'too_many_requests',
      'commit_failed',
      'unavailable',
    ),
  },
};

const retryAfterFailureSeconds = 5;

/** Registration, by key. */
export function registrationRoutes(dependencies: RouteDependencies): Route[] {
  const { store, writes, refuse } = dependencies;

  async function register(c: Context, { id: keyId }: ApiKey): Promise<Response> {
    const parameters = readParameters(RegistrationParameters, parametersOf(c));
    if ('problems' in parameters) {
      return refuse(c, { code: 'parameter_invalid', errors: parameters.problems });
    }

    const idempotencyKey = IdempotencyKey.safeParse(c.req.header('idempotency-key'));
    if (!idempotencyKey.success) return refuse(c, { code: 'idempotency_key_invalid' });

    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);

    const act = { kind: 'register', input: body.value } as const;
    if (parameters.value.dryRun === 'true') return answer(c, writes.try(act), 200);
    const bodyHash = createHash('sha256').update(body.bytes).digest('hex');
    const { data: key } = idempotencyKey;
    return answer(c, await writes.submit(act, key === undefined ? undefined : { keyId, key, bodyHash }), 201);
  }

  function answer(c: Context, outcome: WriteAnswer, status: 200 | 201): Response {
    switch (outcome.kind) {
      case 'created':
        return made(c, storedAnswer(outcome.entry), status);
      case 'replayed':
        return made(c, outcome, status, { 'Idempotency-Replayed': 'true' });
      case 'refused':
        return refuse(c, { code: 'registration_invalid', errors: outcome.problems });
      case 'listed':
        return refuse(c, { code: 'endpoint_listed', members: { existing: `/api/services/${outcome.id}` } });
      case 'key_reused':
        return refuse(c, { code: 'idempotency_key_reused' });
      case 'failed':
        return refuse(c, {
          code: 'commit_failed',
          retryAfterSeconds: outcome.retryAfterSeconds ?? retryAfterFailureSeconds,
        });
    }
  }

  function made(
    c: Context,
    { id, body }: StoredAnswer,
    status: 200 | 201,
    more: Readonly<Record<string, string>> = {},
  ): Response {
    return new Response(body, {
      status,
      headers: {
        ...unsharedHeaders(c),
        'X-Catalog-Version': versionLabel(store.snapshot.version),
        ...(status === 201 ? { Location: `/api/services/${id}` } : {}),
        ...more,
      },
    });
  }

  return [{ definition: registrationDefinition, counted: false, handle: withKey(dependencies, register) }];
}
