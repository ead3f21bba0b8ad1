import { type CatalogVersion, versionLabel } from '../domain/snapshot.ts';
import type { Context } from './bindings.ts';
import { bodyTag } from './body-tag.ts';
import { compress, type Encoding, encodingFor, isKnownTag, minCompressed, tagOf } from './encoding.ts';
import { apiHeaders, requestHeader } from './headers.ts';
import { offerForReplay } from './hot-answers.ts';

/** A finished body with everything needed to send it. Made once and sent many times. */
export interface Answer {
  readonly body: Buffer<ArrayBuffer>;
  /** Hash of the body, so it survives changes to the catalog that do not affect the body. */
  readonly tag: string;
  /** Headers that are the same for every client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
}

/** Caches must revalidate, so that every client reads a new registration at once. */
const sharedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Vary: 'Accept-Encoding',
};

export function makeAnswer(
  content: string | Buffer<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  const body = typeof content === 'string' ? Buffer.from(content) : content;
  const tag = bodyTag(body);

  return {
    body,
    tag,
    headers: {
      ...apiHeaders,
      ...sharedHeaders,
      ...headers,
      ETag: tagOf(tag, undefined),
      'Content-Length': String(body.length),
    },
    compressed: new Map(),
  };
}

/** Sends an answer, or 304 when the client has it. Returns no promise when nothing has to be compressed, which is faster. */
export function send(c: Context, answer: Answer, version: CatalogVersion): Response | Promise<Response> {
  const encoding = encodingOf(c, answer);
  const headers: Record<string, string> = {
    ...answer.headers,
    'X-Catalog-Version': versionLabel(version),
    'X-Request-Id': c.env.requestId,
    ...c.get('rateLimit'),
  };
  if (encoding) headers['ETag'] = tagOf(answer.tag, encoding);

  if (isKnownTag(answer.tag, requestHeader(c, 'if-none-match'))) {
    // They describe a body, and a 304 has none: RFC 9110, section 15.4.5. Some clients would try to read it as JSON.
    delete headers['Content-Length'];
    delete headers['Content-Type'];
    return new Response(null, { status: 304, headers });
  }
  if (!encoding) return new Response(answer.body, { headers });
  return compressed(answer, encoding).then(
    (body) =>
      new Response(body, {
        headers: { ...headers, 'Content-Encoding': encoding, 'Content-Length': String(body.length) },
      }),
  );
}

/** Sends an answer that follows from the request and the snapshot alone, so that equal requests get it again without reaching a route. */
export function sendHot(c: Context, answer: Answer, version: CatalogVersion): Response | Promise<Response> {
  const encoding = encodingOf(c, answer);
  const { outgoing } = c.env;
  if (!encoding) {
    offerForReplay(outgoing, answer.body);
    return send(c, answer, version);
  }
  return compressed(answer, encoding).then((body) => {
    offerForReplay(outgoing, body);
    return send(c, answer, version);
  });
}

function encodingOf(c: Context, { body }: Answer): Encoding | undefined {
  return body.length < minCompressed ? undefined : encodingFor(requestHeader(c, 'accept-encoding'));
}

function compressed(answer: Answer, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const cached = answer.compressed.get(encoding);
  if (cached) return cached;

  const body = compress(answer.body, encoding);
  answer.compressed.set(encoding, body);
  return body;
}
