import type { Context } from './bindings.ts';

const exposedHeaders =
  'ETag, Link, Location, X-Total-Count, X-Catalog-Version, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy';

/** Headers of every answer of the API. */
export const apiHeaders = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': exposedHeaders,
  'X-Content-Type-Options': 'nosniff',
};

/** A request header by its lower-case name. Node's own is at hand; the web's `Headers` would first have to be made from it. */
export function requestHeader(c: Context, name: string): string | undefined {
  const { incoming } = c.env;
  if (!incoming) return c.req.header(name);

  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** `apiHeaders`, and those of this very request. */
export function baseHeaders(c: Context): Record<string, string> {
  return { ...apiHeaders, 'X-Request-Id': c.env.requestId, ...c.get('rateLimit') };
}

/** Headers of a JSON answer that is for this request alone. */
export function unsharedHeaders(c: Context): Record<string, string> {
  return {
    ...baseHeaders(c),
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
}
