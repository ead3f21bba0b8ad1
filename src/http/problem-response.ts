import { ardError } from '../views/ard-error.ts';
import { type Problem, problemBody, type ProblemCode, problems } from '../views/problem.ts';
import type { Context } from './bindings.ts';
import { unsharedHeaders } from './headers.ts';

export const problemType = 'application/problem+json';

/** Headers that go with a problem wherever it occurs. */
const ownHeaders: Partial<Record<ProblemCode, Readonly<Record<string, string>>>> = {
  // The rest of the body stays unread, so the connection cannot be reused.
  body_too_large: { Connection: 'close' },
};

/** Paths whose clients read refusals in the shape of ARD. */
const ardPath = /^\/ard(?:\/|$)/;

/** A refusal as it is sent, in the shape that clients of this path read. */
export function problemResponse(
  c: Context,
  problem: Problem,
  siteUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const retry = problem.retryAfterSeconds;
  const isArd = ardPath.test(c.req.path);
  const body = isArd ? ardError(problem) : problemBody(problem, siteUrl);

  return new Response(JSON.stringify(body), {
    status: problems[problem.code].status,
    headers: {
      ...unsharedHeaders(c),
      ...(isArd ? {} : { 'Content-Type': problemType }),
      ...ownHeaders[problem.code],
      ...(retry === undefined ? {} : { 'Retry-After': String(retry) }),
      ...headers,
    },
  });
}
