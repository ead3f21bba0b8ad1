import { maxEndpointLength } from '../../domain/endpoint-url.ts';
import { quoted } from '../../domain/plain-text.ts';
import type { ProbeAnswer, ProbeResult } from '../../domain/probe.ts';
import type { Failed } from './probe-outcome.ts';

/** One request in a chain of redirects. */
export interface Hop {
  readonly url: URL;
  readonly method: ProbeResult['method'];
}

const followed: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const maxQuotedLength = 200;

/** The `Location` of a redirect, unparsed; undefined when the answer is not a redirect. */
export function redirectTarget({
  status,
  headers,
}: Pick<ProbeAnswer, 'status' | 'headers'>): string | undefined {
  return followed.has(status) ? headers['location'] : undefined;
}

/** The request that a redirect asks for, or why it is refused. The owner vouched for one origin, so redirects must stay on it. */
export function nextHop({ url, method }: Hop, status: number, target: string): Hop | Failed {
  if (target.length > maxEndpointLength) return tooLong;

  const next = withOwnProtocol(URL.parse(target, url), url);
  if (!next) return refusal(`the redirect to ${quoted(target)} leads nowhere`);
  if (next.href.length > maxEndpointLength) return tooLong;
  if (next.username !== '' || next.password !== '') {
    return refusal(`the redirect to ${withoutQuery(next)} carries a user name`);
  }
  if (next.origin !== url.origin) {
    return refusal(
      `the redirect to ${withoutQuery(next)} leaves ${url.origin}; give the address that it leads to`,
    );
  }

  return { url: next, method: methodAfter(status, method) };
}

/** Servers behind a proxy that ends TLS take their own address for one of `http`. Such a redirect is followed by `https`, or not at all. */
function withOwnProtocol(next: URL | null, { protocol, hostname, port }: URL): URL | null {
  const isDowngrade = protocol === 'https:' && next?.protocol === 'http:' && next.hostname === hostname;
  if (!isDowngrade) return next;

  next.protocol = protocol;
  if (next.port === '') next.port = port;
  return next;
}

/** Follows what browsers do (Fetch, section 4.4): 303 switches to GET, and 301 and 302 turn POST into GET. */
function methodAfter(status: number, method: Hop['method']): Hop['method'] {
  const turnsToGet = status === 303 || ((status === 301 || status === 302) && method === 'POST');

  return turnsToGet ? 'GET' : method;
}

/** A URL for a sentence: the query is dropped, since it may hold secrets. (A parsed URL is visible ASCII, so it needs no escaping.) */
function withoutQuery({ protocol, host, pathname }: URL): string {
  return shortened(`${protocol}//${host}${pathname}`);
}

export function shortPath({ pathname }: URL): string {
  return shortened(pathname);
}

function shortened(text: string): string {
  return text.length > maxQuotedLength ? `${text.slice(0, maxQuotedLength)}…` : text;
}

/** No endpoint can be listed at a URL this long, so no other code has to cope with one. */
const tooLong = refusal(`the redirect leads to a URL of more than ${String(maxEndpointLength)} characters`);

function refusal(detail: string): Failed {
  return { failure: 'redirect_refused', detail };
}
