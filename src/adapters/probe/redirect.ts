import type { ProbeAnswer, ProbeResult } from '../../domain/probe.ts';
import type { Failed } from './outcome.ts';

/** A request on its way through redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: ProbeResult['method'];
}

const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const longestNamed = 200;

/** Where an answer sends its client, as it says it; nothing when it sends it nowhere. */
export function redirectTarget({
  status,
  headers,
}: Pick<ProbeAnswer, 'status' | 'headers'>): string | undefined {
  return followed.has(status) ? headers['location'] : undefined;
}

/** The hop after this one, or why it is not made: whoever was vouched for is this origin and no other. */
export function nextHop({ url, method }: Hop, status: number, target: string): Hop | Failed {
  const next = URL.parse(target, url);
  if (!next) return refused(`the redirect to ${JSON.stringify(target.slice(0, longestNamed))} leads nowhere`);
  if (next.username !== '' || next.password !== '') {
    return refused(`the redirect to ${named(next)} carries a user name`);
  }
  if (next.origin !== url.origin) return refused(`the redirect to ${named(next)} leaves ${url.origin}`);

  return { url: next, method: methodAfter(status, method) };
}

/** As every browser does it (Fetch, section 4.4): 303 asks for GET, and 301 and 302 turn POST into GET. */
function methodAfter(status: number, method: Hop['method']): Hop['method'] {
  const turnsToGet = status === 303 || ((status === 301 || status === 302) && method === 'POST');

  return turnsToGet ? 'GET' : method;
}

/** Without its query, which may hold secrets. */
function named({ protocol, host, pathname }: URL): string {
  return `${protocol}//${host}${pathname}`.slice(0, longestNamed);
}

function refused(detail: string): Failed {
  return { failure: 'redirect_refused', detail };
}
