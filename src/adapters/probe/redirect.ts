import { maxEndpointLength } from '../../domain/endpoint-url.ts';
import { quoted } from '../../domain/plain-text.ts';
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
  if (target.length > maxEndpointLength) return tooLong;

  const next = URL.parse(target, url);
  if (!next) return refused(`the redirect to ${quoted(target)} leads nowhere`);
  if (next.href.length > maxEndpointLength) return tooLong;
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

/** Without its query, which may hold secrets. A URL holds nothing but visible ASCII. */
function named({ protocol, host, pathname }: URL): string {
  return shortened(`${protocol}//${host}${pathname}`);
}

/** The path of a URL, for a sentence. */
export function pathNamed({ pathname }: URL): string {
  return shortened(pathname);
}

function shortened(text: string): string {
  return text.length > longestNamed ? `${text.slice(0, longestNamed)}…` : text;
}

/** An endpoint could not be listed at such a URL, and whatever looks at URLs need not bear longer ones. */
const tooLong = refused(`the redirect leads to a URL of more than ${String(maxEndpointLength)} characters`);

function refused(detail: string): Failed {
  return { failure: 'redirect_refused', detail };
}
