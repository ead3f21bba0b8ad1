import type { z } from 'zod';
import { ProblemBody, type ProblemCode, problems } from '../views/problem.ts';
import { problemType } from './problem-response.ts';

type Headers = Readonly<Record<string, { description: string; schema: { type: 'string' | 'integer' } }>>;

interface Answer {
  readonly description: string;
  readonly headers: Headers;
  readonly content?: Record<string, { schema: z.core.$ZodType }>;
}

const text = (description: string): { description: string; schema: { type: 'string' } } => ({
  description,
  schema: { type: 'string' },
});

const commonHeaders = {
  'Cache-Control': text('How long a copy is good.'),
  'X-Request-Id': text('Names this request in our log.'),
  'RateLimit-Policy': text('The limit that counts here, when there is one.'),
  RateLimit: text('What is left of it.'),
};

export const readHeaders = {
  ...commonHeaders,
  ETag: text('Hash of the body; stays while the body stays. Send it as If-None-Match.'),
  'X-Catalog-Version': text('Git commit of the catalog; `+n` when n newer changes are not in a build yet.'),
};

export const listHeaders = {
  ...readHeaders,
  Link: text('RFC 8288: first, prev, next and last page.'),
  'X-Total-Count': { description: 'Matches on all pages.', schema: { type: 'integer' as const } },
};

export const writeHeaders = {
  ...commonHeaders,
  Location: text('Path of the new service.'),
  'X-Catalog-Version': readHeaders['X-Catalog-Version'],
  'Idempotency-Replayed': text('`true` when an earlier request with this Idempotency-Key made the service.'),
};

/** Headers of a response that is not made from the catalog. */
export const plainHeaders = commonHeaders;

/** A JSON response. */
export function json(schema: z.core.$ZodType, description: string, headers: Headers): Answer {
  return { description, headers, content: { 'application/json': { schema } } };
}

/** The 304 to a conditional request. */
export function notModified(headers: Headers = readHeaders): Answer {
  return { description: 'The client has this body already.', headers };
}

/** Extra headers of some refusals. */
const refusalHeaders: Partial<Record<ProblemCode, Headers>> = {
  method_not_allowed: { Allow: text('The methods of this path.') },
  unauthorized: { 'WWW-Authenticate': text('RFC 6750.') },
  body_too_large: { Connection: text('`close`: the rest of the body is not read.') },
  too_many_requests: { 'Retry-After': text('Seconds to wait.') },
  commit_failed: { 'Retry-After': text('Seconds to wait.') },
  unavailable: { 'Retry-After': text('Seconds to wait.') },
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
        content: { [problemType]: { schema: ProblemBody } },
      },
    ]),
  );
}
