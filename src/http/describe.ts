import { z } from 'zod';
import { type ProblemCode, problems } from '../domain/problem.ts';
import { problemType } from './problem-response.ts';

/** RFC 9457, with the members of this API. */
export const ProblemSchema = z
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
    tombstone: z
      .looseObject({ id: z.string(), deletedAt: z.iso.datetime() })
      .optional()
      .meta({ description: 'With `service_deleted`.' }),
  })
  .meta({ id: 'Problem', description: 'A refusal (RFC 9457).' });

type Headers = Readonly<Record<string, { description: string; schema: { type: 'string' | 'integer' } }>>;

interface Answer {
  readonly description: string;
  readonly headers: Headers;
  readonly content?: Record<string, { schema: z.core.$ZodType }>;
  /** Of a refusal: the codes of the problems that it can be, each with a page under `/problems/`. */
  readonly 'x-problem-codes'?: readonly ProblemCode[];
}

const text = (description: string): { description: string; schema: { type: 'string' } } => ({
  description,
  schema: { type: 'string' },
});

const commonHeaders = {
  'Cache-Control': text('How long a copy stays fresh.'),
  'X-Request-Id': text('Identifies this request in the log of the server.'),
  'RateLimit-Policy': text('The rate limit that applies here, if any.'),
  RateLimit: text('What is left of the rate limit.'),
};

export const readHeaders = {
  ...commonHeaders,
  ETag: text('Hash of the body. Send it as `If-None-Match` to ask whether the body changed.'),
  'X-Catalog-Version': text(
    'Git commit of the catalog, with `+n` while n newer changes wait for the next build.',
  ),
};

export const listHeaders = {
  ...readHeaders,
  Link: text('Addresses of the first, previous, next and last page (RFC 8288).'),
  'X-Total-Count': { description: 'Number of matches on all pages.', schema: { type: 'integer' as const } },
};

export const writeHeaders = {
  ...commonHeaders,
  Location: text('Path of the new service.'),
  'X-Catalog-Version': readHeaders['X-Catalog-Version'],
  'Idempotency-Replayed': text(
    '`true` when an earlier request with this `Idempotency-Key` created the service.',
  ),
};

/** Headers of an answer that is not made from the catalog. */
export const plainHeaders = commonHeaders;

/** A JSON answer. */
export function json(schema: z.core.$ZodType, description: string, headers: Headers): Answer {
  return { description, headers, content: { 'application/json': { schema } } };
}

/** The answer to a conditional request for what the client has already. */
export function notModified(headers: Headers = readHeaders): Answer {
  return { description: 'The body has not changed since the client fetched it.', headers };
}

/** Headers that come with some refusals. */
const refusalHeaders: Partial<Record<ProblemCode, Headers>> = {
  method_not_allowed: { Allow: text('The methods that this path accepts.') },
  unauthorized: { 'WWW-Authenticate': text('How to authenticate (RFC 6750).') },
  body_too_large: { Connection: text('`close`: the server does not read the rest of the body.') },
  too_many_requests: { 'Retry-After': text('Seconds to wait before the next try.') },
  commit_failed: { 'Retry-After': text('Seconds to wait before the next try.') },
  unavailable: { 'Retry-After': text('Seconds to wait before the next try.') },
};

/** Every refusal an operation can give, by status. */
export function refusals(...codes: ProblemCode[]): Record<number, Answer> {
  const byStatus = Map.groupBy<number, ProblemCode>(
    [...codes, 'internal_error'],
    (code) => problems[code].status,
  );

  return Object.fromEntries(
    [...byStatus].map(([status, own]) => [
      status,
      {
        description: own.map((code) => `\`${code}\`: ${problems[code].title}.`).join(' '),
        headers: Object.assign({}, commonHeaders, ...own.map((code) => refusalHeaders[code])) as Headers,
        content: { [problemType]: { schema: ProblemSchema } },
        'x-problem-codes': own,
      },
    ]),
  );
}
