import { isObject, membersOf } from '../domain/json-object.ts';
import { printable } from '../domain/plain-text.ts';
import type { components } from './openapi.ts';
import { retryAfterMs } from '../domain/retry-after.ts';

type Problem = components['schemas']['Problem'];

/** Why the client has no answer of the API. */
export type ClientCode =
  /** Nobody answered, or the connection broke off. */
  | 'unreachable'
  /** The whole answer did not come in time. */
  | 'timeout'
  /** The address leads elsewhere. */
  | 'redirected'
  /** The answer is larger than `maxBytes`. */
  | 'answer_too_large'
  /** Something answered that is not this API, such as a proxy or another site. */
  | 'answer_invalid';

/** What the API says about a refusal (RFC 9457), or the client about a missing answer. */
interface Facts {
  /** The HTTP status; 0 when nothing answered. */
  readonly status: number;
  /** A name for programs. Newer servers may send codes that this type does not list. */
  readonly code: Problem['code'] | ClientCode | (string & {});
  readonly title: string;
  /** What happened this time and what to do, in one or two sentences. Untrusted text. */
  readonly detail: string;
  /** Everything that is wrong with the request, each with an RFC 6901 pointer. Untrusted texts. */
  readonly errors?: NonNullable<Problem['errors']>;
  /** How long the server asks to wait. */
  readonly retryAfterSeconds?: number | undefined;
  /** The whole problem document, with members such as `existing` of `endpoint_listed`. */
  readonly problem?: Readonly<Record<string, unknown>>;
}

/** There is no answer: the API refused the request, or did not answer it. The message is safe to print, other texts are not. */
export class ApiError extends Error implements Facts {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: Facts['code'];
  readonly title: string;
  readonly detail: string;
  readonly errors: NonNullable<Facts['errors']>;
  readonly retryAfterSeconds: number | undefined;
  readonly problem: NonNullable<Facts['problem']>;

  constructor(facts: Facts, options?: ErrorOptions) {
    super(messageOf(facts), options);
    this.status = facts.status;
    this.code = facts.code;
    this.title = facts.title;
    this.detail = facts.detail;
    this.errors = facts.errors ?? [];
    this.retryAfterSeconds = facts.retryAfterSeconds;
    this.problem = facts.problem ?? {};
  }
}

/** Reads the refusal in an answer. Without a problem document it comes from a proxy or from something else than this API. */
export function refusalOf({ status, url, headers }: Response, body: unknown): ApiError {
  const problem = membersOf(body);
  const { code, title, detail } = problem;
  if (typeof code !== 'string' || typeof title !== 'string' || typeof detail !== 'string') {
    return status >= 500
      ? unavailable(url, status)
      : invalidAnswer(url, `HTTP ${String(status)} without a problem document`, { status });
  }

  const errors = Array.isArray(problem['errors']) ? problem['errors'].filter(isFieldProblem) : [];
  const waitMs = retryAfterMs(headers.get('Retry-After'), Date.now());
  const retryAfterSeconds = waitMs === undefined ? undefined : Math.ceil(waitMs / 1000);
  return new ApiError({ status, code, title, detail, errors, retryAfterSeconds, problem });
}

/** An answer that this API cannot have given. `fault` says what came instead. */
export function invalidAnswer(
  url: string,
  fault: string,
  { status = 200, cause }: { readonly status?: number; readonly cause?: unknown } = {},
): ApiError {
  return new ApiError(
    {
      status,
      code: 'answer_invalid',
      title: 'The answer is not one of this API',
      detail: `${nameOf(url)} answers with ${fault}; check that baseUrl is the address of a Tollbook server.`,
    },
    { cause },
  );
}

function unavailable(url: string, status: number): ApiError {
  return new ApiError({
    status,
    code: 'unavailable',
    title: 'The server cannot answer right now',
    detail: `${nameOf(url)} answers HTTP ${String(status)}; try again later.`,
  });
}

/** An address without its query, which may be long. */
export function nameOf(url: string): string {
  const parsed = URL.parse(url);

  return parsed ? printable(`${parsed.origin}${parsed.pathname}`, 200) : 'The server';
}

function messageOf({ code, detail, errors = [] }: Facts): string {
  const places = errors.map(({ pointer, detail: fault }) => `${pointer}: ${fault}`);

  return printable([`${detail} (${code})`, ...places].join('; '), 1000);
}

function isFieldProblem(value: unknown): value is NonNullable<Problem['errors']>[number] {
  return isObject(value) && ['pointer', 'code', 'detail'].every((name) => typeof value[name] === 'string');
}
