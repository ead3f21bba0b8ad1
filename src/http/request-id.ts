import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const processId = randomBytes(4).toString('hex');
let requests = 0;

/** An id that is unique across restarts. Hono's `request-id` sees no request for a page, and takes none of the traces below. */
export function newRequestId(): string {
  requests += 1;
  return `${processId}-${requests.toString(36)}`;
}

/** The id in `X-Request-Id`, where it is harmless. */
export function givenRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/**
 * The trace in `traceparent` (W3C Trace Context); undefined where it, the parent or the version is one that cannot be. Later versions may
 * add fields at the end.
 */
export function traceOf({ traceparent = '' }: IncomingHttpHeaders): string | undefined {
  const [, version, trace, parent, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(String(traceparent)) ?? [];
  const isInvalid = version === 'ff' || /^0*$/.test(trace ?? '') || /^0*$/.test(parent ?? '');

  return isInvalid || (version === '00' && more !== undefined) ? undefined : trace;
}
