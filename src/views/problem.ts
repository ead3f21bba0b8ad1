import { z } from 'zod';
import type { FieldProblem } from '../domain/field-problem.ts';

/**
 * Every refusal of the API: its HTTP status, a title, and its cure. Each has a page, `/problems/<code>/`, which is its
 * `type` (RFC 9457). No other file maps a code to a status.
 */
export const problems = {
  path_unknown: {
    status: 404,
    title: 'There is nothing at this path',
    cure: 'See /openapi.json for every path of this API.',
  },
  method_not_allowed: {
    status: 405,
    title: 'This path does not support that method',
    cure: 'Use one of the methods in the Allow header.',
  },
  parameter_invalid: {
    status: 400,
    title: 'A query parameter is malformed',
    cure: 'Correct each parameter named in `errors`, or leave it out.',
  },
  service_unknown: {
    status: 404,
    title: 'No such service',
    cure: 'Look up the id with GET /api/services?query=…; an id never changes.',
  },
  service_deleted: {
    status: 410,
    title: 'This service was removed from the catalog',
    cure: 'Remove it from your copy. Its owner can register the endpoint again.',
  },
  unauthorized: {
    status: 401,
    title: 'A valid API key is needed',
    cure: 'Send `Authorization: Bearer <key>` with a key that is neither expired nor revoked.',
  },
  media_type_unsupported: {
    status: 415,
    title: 'The body must be JSON',
    cure: 'Send `Content-Type: application/json` and a UTF-8 body without a content encoding.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    cure: 'Send at most 64 KiB.',
  },
  request_timeout: {
    status: 408,
    title: 'The request did not arrive in time',
    cure: 'Send the whole request within 10 seconds.',
  },
  request_malformed: {
    status: 400,
    title: 'The request is not valid HTTP',
    cure: 'Send a well-formed HTTP/1.1 request (RFC 9112).',
  },
  headers_too_large: {
    status: 431,
    title: 'The request line and headers are too large',
    cure: 'Send at most 16 KiB of them.',
  },
  body_not_json: {
    status: 400,
    title: 'The body is not valid JSON',
    cure: 'Send one JSON object in UTF-8, each key once (RFC 8259, RFC 7493).',
  },
  registration_invalid: {
    status: 422,
    title: 'The registration breaks the rules of the catalog',
    cure: 'Fix each entry of `errors`; `?dryRun=true` checks a body without registering it.',
  },
  not_owner: {
    status: 403,
    title: 'Only its owner may do this',
    cure: 'Use a key of the owner; GET /api/services/{id}/declaration names it. If the service is yours, claim it.',
  },
  claim_invalid: {
    status: 422,
    title: 'The claim breaks the rules',
    cure: 'Send `{"method": "wallet"}`, `"http"` or `"dns"`, and nothing else.',
  },
  claim_unproven: {
    status: 422,
    title: 'The proof was not found',
    cure: 'Put what `lookedFor` says in place, then send the claim again; each service can be looked at 10 times an hour.',
  },
  claim_refused: {
    status: 409,
    title: 'Another owner has proven that this service is its own',
    cure: 'The proof named in `owner` was looked at again and holds. Prove the host by http or dns, which outranks a wallet; or ask that owner to hand the service over.',
  },
  validation_invalid: {
    status: 422,
    title: 'The validation request breaks the rules',
    cure: 'Fix each entry of `errors`; only `endpoint` is required.',
  },
  endpoint_listed: {
    status: 409,
    title: 'This endpoint is already listed',
    cure: 'See the service named in `existing`. To change it, open a pull request on its file.',
  },
  idempotency_key_invalid: {
    status: 400,
    title: 'The Idempotency-Key is malformed',
    cure: 'Send 1 to 255 printable ASCII characters, for example a UUID.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'This Idempotency-Key was already used with another body',
    cure: 'Use a new key for each registration; reuse a key only to retry the same body.',
  },
  too_many_requests: {
    status: 429,
    title: 'Too many requests',
    cure: 'Wait for as long as Retry-After says. To get the whole catalog, fetch /api/export once.',
  },
  commit_failed: {
    status: 503,
    title: 'The registration could not be committed',
    cure: 'Nothing was stored. Send the same request again after Retry-After; its Idempotency-Key stays valid.',
  },
  unavailable: {
    status: 503,
    title: 'The server cannot answer right now',
    cure: 'Try again after Retry-After.',
  },
  internal_error: {
    status: 500,
    title: 'Something went wrong on our side',
    cure: 'Try again. If the problem persists, report it with the X-Request-Id of this response.',
  },
} as const satisfies Record<string, { status: number; title: string; cure: string }>;

export type ProblemCode = keyof typeof problems;

export function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problems, code);
}

/** A refusal. It contains only facts that the client sent or needs, never internals. */
export interface Problem {
  readonly code: ProblemCode;
  /** What happened this time, in one sentence; defaults to title and cure. */
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
  /** Further members of the RFC 9457 object. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
}

/** An RFC 9457 object with this API's extension members. */
export const ProblemBody = z
  .looseObject({
    type: z.url().meta({ description: 'Page that explains the code and its cure.' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().meta({ description: 'What happened this time, and what to do.' }),
    code: z.enum(Object.keys(problems)).meta({ description: 'Stable name of the problem.' }),
    errors: z
      .array(z.strictObject({ pointer: z.string(), code: z.string(), detail: z.string() }))
      .optional()
      .meta({ description: 'Everything that is wrong, each with an RFC 6901 pointer.' }),
    existing: z
      .string()
      .optional()
      .meta({ description: 'With `endpoint_listed`: path of the service that is listed.' }),
    owner: z.string().optional().meta({ description: 'With `claim_refused`: who has proven it.' }),
    lookedFor: z
      .string()
      .optional()
      .meta({ description: 'With `claim_unproven`: which proof was looked for, and where.' }),
    found: z
      .string()
      .optional()
      .meta({ description: 'With `claim_unproven`: what was there. Untrusted text.' }),
    tombstone: z
      .looseObject({ id: z.string(), deletedAt: z.iso.datetime() })
      .optional()
      .meta({ description: 'With `service_deleted`.' }),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457).' });

/** The body of a refusal. `type` is the URL of the page that explains the code and its cure. */
export function problemBody(
  { code, detail, errors, members }: Problem,
  siteUrl: string,
): Record<string, unknown> {
  const { title, cure, status } = problems[code];

  return {
    type: `${siteUrl}/problems/${code}/`,
    title,
    status,
    detail: detail ?? `${title}. ${cure}`,
    code,
    ...members,
    ...(errors ? { errors } : {}),
  };
}
