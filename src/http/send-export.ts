import type { Context } from './bindings.ts';
import type { RouteDependencies } from './dependencies.ts';
import { compressChunks, type Encoding } from './encoding.ts';
import { withoutBody } from './export-headers.ts';
import { shortageProblem } from './shares.ts';
import { streamBody } from './stream-body.ts';

/** When to try again while too many exports are downloaded. */
const retryAfterSeconds = 5;

/** A body that is made while it is sent. */
interface MadeExport {
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly encoding?: Encoding | undefined;
  readonly make: () => AsyncIterable<Uint8Array>;
  /** Called once nobody will ask for more. */
  readonly ended?: () => void;
}

/** Sends a body, or its headers alone to a HEAD; refuses when too many are being sent. */
export function sendExport(
  c: Context,
  { status = 200, headers, encoding, make, ended = () => undefined }: MadeExport,
  { admission, refuse, log }: RouteDependencies,
): Response {
  if (c.req.method === 'HEAD') {
    ended();
    return new Response(null, { status, headers });
  }
  const { client } = c.env;
  const shortage = admission.downloads.shortage(client);
  if (shortage) {
    ended();
    return refuse(c, shortageProblem(shortage, 'downloads', retryAfterSeconds));
  }

  const release = admission.downloads.hold(client);
  const chunks = encoding ? compressChunks(make(), encoding) : make();
  const over = (): void => {
    release();
    ended();
  };
  const failed = (error: unknown): void => {
    log.error({ error, requestId: c.env.requestId, path: c.req.path }, 'an export broke off');
  };
  return new Response(streamBody(chunks, { failed, ended: over }), { status, headers });
}

export function unchangedExport(headers: Readonly<Record<string, string>>): Response {
  return new Response(null, { status: 304, headers: withoutBody(headers) });
}
