import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { compress, type Encoding, encodingFor, isKnownTag, minCompressed, tagOf } from './encoding.ts';

/** A page, or another body of the site, as it is to be sent. */
export interface Page {
  readonly status: number;
  readonly body: Buffer;
  /** With its `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names the body for `If-None-Match`. */
  readonly tag: string;
  readonly packed: Map<Encoding, Promise<Buffer>>;
}

export function makePage(page: Omit<Page, 'packed'>): Page {
  return { ...page, packed: new Map() };
}

/** Media types that compression makes smaller. */
const compressible = /^(?:text\/|application\/(?:json|xml|problem\+json)|image\/svg\+xml)/;

export function isCompressible(mediaType: string): boolean {
  return compressible.test(mediaType);
}

export function htmlPage(
  status: number,
  html: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Page {
  const body = Buffer.from(html);
  const type = { 'Content-Type': 'text/html; charset=utf-8' };

  return makePage({
    status,
    body,
    headers: { ...type, 'Cache-Control': 'no-store', ...headers },
    tag: tagFor(body),
  });
}

export function tagFor(body: Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}

/** Sends a page in the encoding that the client prefers, or the news that the client has it already. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Page,
): Promise<void> {
  const { status, body, headers, tag } = page;
  const packs = isCompressible(headers['Content-Type'] ?? '') && body.length >= minCompressed;
  const encoding = packs ? encodingFor(acceptedBy(request)) : undefined;
  const sent = encoding ? await packed(page, encoding) : body;
  const isKnown = status === 200 && isKnownTag(tag, request.headers['if-none-match']);

  response.writeHead(isKnown ? 304 : status, {
    ...headers,
    ...(packs ? { Vary: 'Accept-Encoding' } : {}),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
    ...(status === 200 ? { ETag: tagOf(tag, encoding) } : {}),
    ...(isKnown ? {} : { 'Content-Length': sent.length }),
  });
  response.end(isKnown || request.method === 'HEAD' ? undefined : sent);
}

/** Compresses a page once for each encoding, however many ask for it. */
function packed({ body, packed: known }: Page, encoding: Encoding): Promise<Buffer> {
  const made = known.get(encoding) ?? compress(body, encoding);
  known.set(encoding, made);
  return made;
}

export function acceptedBy({ headers }: IncomingMessage): string | undefined {
  const accepted = headers['accept-encoding'];

  return Array.isArray(accepted) ? accepted.join() : accepted;
}
