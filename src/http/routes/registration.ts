import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { EndedAct } from '../../domain/audit.ts';
import { registrationRequest } from '../../domain/declaration.ts';
import { fieldProblems } from '../../domain/field-problem.ts';
import { bodyOf } from '../../views/body.ts';
import type { Problem } from '../../views/problem.ts';
import { Service, storedAnswer } from '../../views/service.ts';
import type { NewServices, WriteAnswer } from '../../live/idempotent-writes.ts';
import type { Outcome } from '../../registration/act.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import type { StoredAnswer } from '../../registration/idempotency.ts';
import { BatchResults, batchResults } from '../api-schemas.ts';
import { audited } from '../audited.ts';
import type { Context } from '../bindings.ts';
import { blockedHost } from '../blocked-host.ts';
import type { RouteDependencies } from '../dependencies.ts';
import {
  batchHeaders,
  bodyRefusals,
  commitRefusals,
  json,
  keyRefusals,
  registrationHeaders,
  strictRefusals,
} from '../describe.ts';
import { writtenHeaders } from '../headers.ts';
import { parametersOf, readParameters, WriteParameters } from '../parameters.ts';
import { isDone, problemOf } from '../refusal.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';
import { returnRows, takeRows } from '../write-limit.ts';

const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,255}$/)
  .optional()
  .meta({
    description: 'Makes retries safe: for 24 hours, the same key and body get the first answer again.',
    examples: ['6f1c2f9e-8a53-4b0e-9f0e-1d2c3b4a5968'],
  });

const Registration = registrationRequest({ allowInsecure: false }).check(z.meta({ id: 'Registration' }));

/** Why any registration may be refused. */
const always = [
  'parameter_invalid',
  ...bodyRefusals,
  'idempotency_key_invalid',
  ...keyRefusals,
  'host_blocked',
  'idempotency_key_reused',
  ...commitRefusals,
] as const;

export const registrationDefinition: Definition = {
  method: 'post',
  path: '/api/services',
  operationId: 'registerService',
  tag: 'Registration',
  summary: 'Register a service',
  description:
    'Adds a service to the catalog. A 201 means that the service is committed to git and that every read returns it. A refusal lists every problem at once. Use `dryRun=true` to try a body, and an `Idempotency-Key` to make retries safe. Owners who make keys by themselves may register 100 services a day from one address.',
  security: [{ bearer: [] }],
  requestParams: {
    query: WriteParameters,
    header: z.object({ 'Idempotency-Key': IdempotencyKey }),
  },
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: Registration,
      },
    },
  },
  responses: {
    200: json(Service, 'Only with `dryRun=true`: the service that would be made.', registrationHeaders),
    201: json(Service, 'The new service.', registrationHeaders),
    ...strictRefusals(
      ...always,
      'endpoint_listed',
      'endpoint_reserved',
      'too_many_unverified',
      'registration_invalid',
    ),
  },
};

const maxInBatch = 500;
const maxBatchBytes = 4 * 1024 * 1024;

const size = { error: 'batch_size_invalid' };
const Batch = z.strictObject({ services: z.array(z.unknown()).min(1, size).max(maxInBatch, size) });

export const batchDefinition: Definition = {
  method: 'post',
  path: '/api/services/batch',
  operationId: 'registerServices',
  tag: 'Registration',
  summary: 'Register several services',
  description:
    'Adds up to 500 services in one commit. Each is judged like a registration of its own, in the catalog that those before it leave; one that is refused does not stop the others. The results are in the order of the registrations. After `commit_failed`, none was listed; after `commit_unsettled`, repeat the request with its `Idempotency-Key`. Of an owner who makes keys by itself, each row counts as a write, and a batch of more rows than are left is refused as a whole.',
  security: [{ bearer: [] }],
  requestParams: {
    query: WriteParameters,
    header: z.object({ 'Idempotency-Key': IdempotencyKey }),
  },
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: z
          .strictObject({ services: z.array(Registration).min(1).max(maxInBatch) })
          .meta({ id: 'Batch' }),
      },
    },
  },
  responses: {
    200: json(BatchResults, 'The outcome of each registration.', batchHeaders),
    ...strictRefusals(...always, 'batch_invalid'),
  },
};

/** Registration of one service or of several, by key. */
export function registrationRoutes(dependencies: RouteDependencies): Route[] {
  const { writes, blocks, siteUrl, admission, dayLimits, refuse } = dependencies;

  const register = submits(
    'register',
    {},
    (key, body) => ({ kind: 'register', input: body, by: key }),
    answerOne,
  );
  const registerAll = submits(
    'register_batch',
    { maxBytes: maxBatchBytes },
    (key, body) => {
      const { data, error } = Batch.safeParse(body);
      if (!data) return { code: 'batch_invalid', errors: fieldProblems(error, body) };
      return { kind: 'batch', inputs: data.services, by: key };
    },
    answerBatch,
  );

  /** Makes a route that reads a body and submits the act that `read` makes of it, once for each Idempotency-Key. */
  function submits(
    name: 'register' | 'register_batch',
    limits: { readonly maxBytes?: number },
    read: (key: ApiKey, body: unknown) => NewServices | Problem,
    answer: (c: Context, outcome: WriteAnswer, isDryRun: boolean) => Response,
  ): Route['handle'] {
    const submit = async (c: Context, key: ApiKey): Promise<Response> => {
      const parameters = readParameters(WriteParameters, parametersOf(c));
      if ('problems' in parameters) {
        return refuse(c, { code: 'parameter_invalid', errors: parameters.problems });
      }
      const idempotencyKey = IdempotencyKey.safeParse(c.req.header('idempotency-key'));
      if (!idempotencyKey.success) return refuse(c, { code: 'idempotency_key_invalid' });
      const body = await readBody(c.req.raw, limits);
      if ('problem' in body) return refuse(c, body.problem);
      const act = read(key, body.value);
      if ('code' in act) return refuse(c, act);
      const blocked = await blockedHost(act.kind === 'batch' ? act.inputs : [act.input], blocks);
      if (blocked) return refuse(c, blocked);

      if (parameters.value.dryRun === 'true') return answer(c, writes.try(act), true);
      const rows = act.kind === 'batch' ? act.inputs.length : 1;
      const tooMany = takeRows(admission.write, key.owner, rows, c);
      if (tooMany) return refuse(c, tooMany);

      const bodyHash = hashOf(act, body.bytes);
      const { data: name } = idempotencyKey;
      const request = name === undefined ? undefined : { keyId: key.id, key: name, bodyHash };
      const room = await dayLimits.room('services', key.owner, c.env.client);
      const outcome = await writes.submit({ ...act, room }, request, answerTo);
      if (wroteNothing(outcome)) returnRows(admission.write, key.owner, rows, c);
      c.set('auditDetails', auditDetailsOf(outcome));
      return answer(c, outcome, false);
    };
    return withKey(dependencies, audited(dependencies, name, submit));
  }

  /** The answer that a repeated request gets too. */
  function answerTo(outcome: Outcome): StoredAnswer | undefined {
    if (outcome.kind === 'created') return storedAnswer(outcome.entry);
    if (outcome.kind !== 'batch') return undefined;

    return { id: null, body: bodyOf(batchResults(outcome.rows, siteUrl)) };
  }

  function answerOne(c: Context, outcome: WriteAnswer, isDryRun: boolean): Response {
    return respond(c, outcome, isDryRun ? 200 : 201);
  }

  function answerBatch(c: Context, outcome: WriteAnswer): Response {
    return respond(c, outcome, 200);
  }

  function respond(c: Context, outcome: WriteAnswer, status: 200 | 201): Response {
    if (outcome.kind === 'key_reused') return refuse(c, { code: 'idempotency_key_reused' });
    if (outcome.kind === 'replayed') return made(c, outcome, status, { 'Idempotency-Replayed': 'true' });
    const answer = answerTo(outcome);
    if (answer) return made(c, answer, status);

    if (isDone(outcome)) throw new Error(`a registration ended as "${outcome.kind}"`);
    return refuse(c, problemOf(outcome, 'registration_invalid'));
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
        ...writtenHeaders(c, dependencies),
        ...(status === 201 && id !== null ? { Location: `/api/services/${id}` } : {}),
        ...more,
      },
    });
  }

  return [
    { definition: registrationDefinition, counted: false, handle: register },
    { definition: batchDefinition, counted: false, handle: registerAll },
  ];
}

/** Tells requests with one Idempotency-Key apart: the same body means something else to the other route, and gets another form of answer. */
function hashOf({ kind }: NewServices, body: Uint8Array): string {
  const hash = createHash('sha256').update(kind === 'batch' ? 'batch ' : '');

  return hash.update(body).digest('hex');
}

/** Whether a request may be sent again, or has been answered before. */
function wroteNothing({ kind }: WriteAnswer): boolean {
  return kind === 'failed' || kind === 'replayed';
}

/** Details of a registration for the audit trail; a refusal needs none. */
function auditDetailsOf(outcome: WriteAnswer): Partial<EndedAct> {
  switch (outcome.kind) {
    case 'created':
      return { services: [outcome.entry.declared.id] };
    case 'batch':
      return {
        services: outcome.rows.flatMap((row) => (row.kind === 'created' ? [row.entry.declared.id] : [])),
      };
    case 'replayed':
      return { outcome: 'replayed', services: outcome.id === null ? [] : [outcome.id] };
    default:
      return {};
  }
}
