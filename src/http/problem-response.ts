import { type Problem, problems } from '../domain/problem.ts';
import type { Context } from './bindings.ts';
import { baseHeaders } from './headers.ts';

export const problemType = 'application/problem+json';

/** RFC 9457. `type` is the page of this site that explains the code and its cure. */
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
      ...baseHeaders(c),
      'Content-Type': problemType,
      'Cache-Control': 'no-store',
      ...(retry === undefined ? {} : { 'Retry-After': String(retry) }),
      ...headers,
    },
  });
}
