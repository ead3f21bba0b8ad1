import { type Problem, problemBody, type ProblemCode, problems } from '../views/problem.ts';
import type { Context } from './bindings.ts';
import { unsharedHeaders } from './headers.ts';

export const problemType = 'application/problem+json';

/** Headers that go with a problem wherever it occurs. */
const ownHeaders: Partial<Record<ProblemCode, Readonly<Record<string, string>>>> = {
  // The rest of the body stays unread, so the connection cannot be reused.
  body_too_large: { Connection: 'close' },
};

export function problemResponse(
  c: Context,
  problem: Problem,
  siteUrl: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const retry = problem.retryAfterSeconds;

  return new Response(JSON.stringify(problemBody(problem, siteUrl)), {
    status: problems[problem.code].status,
    headers: {
      ...unsharedHeaders(c),
      'Content-Type': problemType,
      ...ownHeaders[problem.code],
      ...(retry === undefined ? {} : { 'Retry-After': String(retry) }),
      ...headers,
    },
  });
}
