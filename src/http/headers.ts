import { versionLabel } from '../domain/snapshot.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import type { Context } from './bindings.ts';

const exposedHeaders =
  'ETag, Link, Location, X-Total-Count, X-Catalog-Version, X-Catalog-Cursor, X-Request-Id, Content-Range, Deprecation, Retry-After, RateLimit, RateLimit-Policy';

/** Headers of every API response, and of files that Hono, with its `cors` and `secure-headers`, never sees. */
export const apiHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  'X-Content-Type-Options': 'nosniff',
};

/** Headers of the answer to OPTIONS, also as a browser asks before a request from another site. */
export function preflightHeaders(allow: string): Record<string, string> {
  return {
    Allow: allow,
    'Access-Control-Allow-Methods': allow,
    'Access-Control-Allow-Headers':
      'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Mcp-Method, Mcp-Name, MCP-Protocol-Version',
    'Access-Control-Max-Age': '86400',
  };
}

/** A request header by its lower-case name, read from Node's request because building a web `Headers` object is slow. */
export function requestHeader(c: Context, name: string): string | undefined {
  const { incoming } = c.env;
  if (!incoming) return c.req.header(name);

  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** `apiHeaders` plus those specific to this request. */
export function baseHeaders(c: Context): Record<string, string> {
  return { ...apiHeaders, 'X-Request-Id': c.env.requestId, ...c.get('rateLimit') };
}

/** Headers of the answer to a write. */
export function writtenHeaders(
  c: Context,
  { store }: { readonly store: Pick<CatalogStore, 'snapshot'> },
): Record<string, string> {
  return { ...unsharedHeaders(c), 'X-Catalog-Version': versionLabel(store.snapshot.version) };
}

/** Headers of a JSON response that nobody may cache. */
export function unsharedHeaders(c: Context): Record<string, string> {
  return {
    ...baseHeaders(c),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
}
