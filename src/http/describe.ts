import { z } from 'zod';
import { ArdError } from '../views/ard-error.ts';
import { ProblemBody, type ProblemCode, problems } from '../views/problem.ts';
import { problemType } from './problem-response.ts';

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

/** Headers of an answer after which one can follow the changes. */
export const cursorHeaders = {
  ...readHeaders,
  'X-Catalog-Cursor': text('Where the changes go on after this: the `since` of GET /api/changes.'),
};

/** Headers of a stream of events. */
export const streamHeaders = {
  ...commonHeaders,
  'X-Accel-Buffering': text('`no`: proxies shall pass on each event as it comes.'),
};

/** Headers of an answer about one service. */
const serviceHeaders = {
  ...readHeaders,
  Deprecation: text('Since when the service is deprecated, if it is (RFC 9745).'),
  Link: text('The service that replaces a deprecated one, as `successor-version` (RFC 5829).'),
};

/** Headers of an export that also changes when the catalog does not. */
export const recordHeaders = {
  ...readHeaders,
  'X-Catalog-Cursor': text(
    'The place of this export in the feed of changes: those after it are missing here.',
  ),
  Link: text('The licence of the data, as `license` (RFC 4946), where the operator names one.'),
};

/** Headers of an export of the catalog. */
export const downloadHeaders = {
  ...recordHeaders,
  'Last-Modified': text('Since when the catalog has been as it is, or since the start of the server.'),
};

/** Headers of an export that can be sent in parts. */
export const databaseHeaders = {
  ...downloadHeaders,
  'Accept-Ranges': text('`bytes`: parts can be asked for. Absent where the body is compressed.'),
  'Content-Range': text('Which part this is, of how many bytes (RFC 9110).'),
};

export const listHeaders = {
  ...readHeaders,
  Link: text('Addresses of the first, previous, next and last page (RFC 8288).'),
  'X-Total-Count': { description: 'Number of matches on all pages.', schema: { type: 'integer' as const } },
};

/** Headers of the changes of a service. */
export const historyHeaders = {
  ...listHeaders,
  Deprecation: serviceHeaders.Deprecation,
  Link: text(
    'Addresses of the first, previous, next and last page (RFC 8288), and the service that replaces a deprecated one (RFC 5829).',
  ),
};

/** Headers of the catalog of APIs. */
export const catalogHeaders = { ...readHeaders, Link: text('This catalog, as `api-catalog` (RFC 9727).') };

/** Headers of the answer to a write. */
export const changeHeaders = {
  ...commonHeaders,
  'X-Catalog-Version': readHeaders['X-Catalog-Version'],
};

/** Headers of the answer to a change, whose body is the service. */
export const changedHeaders = {
  ...changeHeaders,
  ETag: text('Hash of the body. Send it as `If-Match` with the next change.'),
};

/** Headers of the answer to a registration of several services. */
export const batchHeaders = {
  ...changeHeaders,
  'Idempotency-Replayed': text('`true` when an earlier request with this `Idempotency-Key` got this answer.'),
};

/** Headers of the answer to a registration. */
export const registrationHeaders = { ...batchHeaders, Location: text('Path of the new service.') };

/** Headers of a response that is not made from the catalog. */
export const plainHeaders = commonHeaders;

/** A JSON response. */
export function json(schema: z.core.$ZodType, description: string, headers: Headers): Answer {
  return { description, headers, content: { 'application/json': { schema } } };
}

/** A response whose body is text of another media type, with an example. */
export function plain(mediaType: string, example: string, description: string, headers: Headers): Answer {
  const schema = z.string().meta({ examples: [example] });

  return { description, headers, content: { [mediaType]: { schema } } };
}

/** A response whose body is a file. */
export function binary(mediaType: string, description: string, headers: Headers): Answer {
  return {
    description,
    headers,
    content: { [mediaType]: { schema: z.string().meta({ format: 'binary' }) } },
  };
}

/** A response without a body. */
export function noContent(description: string, headers: Headers = plainHeaders): Answer {
  return { description, headers };
}

/** The 304 to a conditional request. */
export function notModified(headers: Headers = readHeaders): Answer {
  return { description: 'The body has not changed since the client fetched it.', headers };
}

/** The answers to a read; `codes`: why it may be refused, beside what all reads share. */
export function readAnswers(
  view: z.core.$ZodType,
  description: string,
  headers: Headers,
  ...codes: ProblemCode[]
): Record<number, Answer> {
  return {
    200: json(view, description, headers),
    304: notModified(headers),
    ...strictRefusals(...codes, 'too_many_requests', 'unavailable'),
  };
}

/** The same for what is known of one service. */
export function serviceAnswers(
  view: z.core.$ZodType,
  description: string,
  ...codes: ProblemCode[]
): Record<number, Answer> {
  return readAnswers(view, description, serviceHeaders, ...codes, 'service_unknown', 'service_deleted');
}

/** Extra headers of some refusals. */
const refusalHeaders: Partial<Record<ProblemCode, Headers>> = {
  method_not_allowed: { Allow: text('The methods that this path accepts.') },
  unauthorized: { 'WWW-Authenticate': text('How to authenticate (RFC 6750).') },
  scope_missing: { 'WWW-Authenticate': text('The scope that is missing (RFC 6750).') },
  body_too_large: { Connection: text('`close`: the server does not read the rest of the body.') },
  range_not_satisfiable: { 'Content-Range': text('How long the file is, as in `bytes */4096`.') },
  too_many_requests: { 'Retry-After': text('Seconds to wait before the next try.') },
  commit_unsettled: { 'Retry-After': text('Seconds to wait before the next try.') },
  commit_failed: { 'Retry-After': text('Seconds to wait before the next try.') },
  unavailable: { 'Retry-After': text('Seconds to wait before the next try.') },
};

/** Why a body may be refused, whatever it says. */
export const bodyRefusals = [
  'body_not_json',
  'request_timeout',
  'body_too_large',
  'media_type_unsupported',
] as const;

/** Why a key may be refused. */
export const keyRefusals = ['unauthorized', 'scope_missing', 'owner_blocked'] as const;

/** Why what is allowed may not become a commit. */
export const commitRefusals = [
  'too_many_requests',
  'commit_failed',
  'commit_unsettled',
  'unavailable',
] as const;

/** Every refusal an operation can give, by status. */
export function refusals(...codes: ProblemCode[]): Record<number, Answer> {
  return refusalsAs({ [problemType]: { schema: ProblemBody } }, codes);
}

/** Every refusal of an operation that refuses parameters that it does not know, by status. */
export function strictRefusals(...codes: ProblemCode[]): Record<number, Answer> {
  return refusals('unknown_parameter', ...codes);
}

/** Every refusal an operation of ARD can give, by status. */
export function ardRefusals(...codes: ProblemCode[]): Record<number, Answer> {
  return refusalsAs({ 'application/json': { schema: ArdError } }, codes);
}

function refusalsAs(
  content: NonNullable<Answer['content']>,
  codes: readonly ProblemCode[],
): Record<number, Answer> {
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
        content,
        'x-problem-codes': own,
      },
    ]),
  );
}
