import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyTag } from './body-tag.ts';
import { compress, type Encoding, encodingFor, isKnownTag, minCompressed, tagOf } from './encoding.ts';

/** A page, or another body of the site, ready to be sent. */
export interface Page {
  readonly status: number;
  readonly body: Buffer;
  /** Includes `Content-Type`. */
  readonly headers: Readonly<Record<string, string>>;
  /** The entity tag, without quotes. */
  readonly tag: string;
  readonly compressed: Map<Encoding, Promise<Buffer>>;
}

export function makePage(page: Omit<Page, 'compressed'>): Page {
  return { ...page, compressed: new Map() };
}

/** Media types worth compressing. */
const compressible =
  /^(?:text\/|application\/(?:json|x-ndjson|xml|(?:atom|problem|feed|manifest)\+(?:json|xml))|image\/svg\+xml)/;

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
    tag: bodyTag(body),
  });
}

/** Sends a page in the encoding that the client prefers, or 304 when the client has it. */
export async function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: Page,
): Promise<void> {
  const { status, headers, tag } = page;
  const { varies, encoding, sent } = await encoded(request, page);
  const { 'Last-Modified': modified, ...others } = headers;
  const isDated = modified !== undefined && Date.parse(modified) + 1000 <= Date.now();
  const isKnown = status === 200 && hasPage(request, tag, isDated ? modified : undefined);

  if (varies) addVary(response, 'Accept-Encoding');
  response.writeHead(isKnown ? 304 : status, {
    ...others,
    ...(isDated ? { 'Last-Modified': modified } : {}),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
    ...(status === 200 ? { ETag: tagOf(tag, encoding) } : {}),
    ...(isKnown ? {} : { 'Content-Length': sent.length }),
  });
  response.end(isKnown || request.method === 'HEAD' ? undefined : sent);
}

/** The body of a page in the encoding that the client prefers, and whether another client might get another. */
export async function encoded(
  request: IncomingMessage,
  page: Page,
): Promise<{ readonly varies: boolean; readonly encoding: Encoding | undefined; readonly sent: Buffer }> {
  const varies = isCompressible(page.headers['Content-Type'] ?? '') && page.body.length >= minCompressed;
  const encoding = varies ? encodingFor(acceptedBy(request)) : undefined;

  return { varies, encoding, sent: encoding ? await compressed(page, encoding) : page.body };
}

/**
 * Whether the client has a page: by its tag, or, where it names none, by its time (RFC 9110, 13.1.3). Times are in whole seconds, so one
 * counts only once its second is over: the page may change again within it.
 */
function hasPage({ headers }: IncomingMessage, tag: string, modified: string | undefined): boolean {
  const known = headers['if-none-match'];
  if (known !== undefined) return isKnownTag(tag, known);

  return modified !== undefined && Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(modified);
}

/** Tells caches that an answer depends on a header of the request, beside those named before. */
export function addVary(response: ServerResponse, name: string): void {
  const vary = response.getHeader('Vary')?.toString() ?? '';

  if (!vary.split(', ').includes(name)) response.setHeader('Vary', vary === '' ? name : `${vary}, ${name}`);
}

/** Compresses a page only once per encoding. */
function compressed({ body, compressed: cache }: Page, encoding: Encoding): Promise<Buffer> {
  const result = cache.get(encoding) ?? compress(body, encoding);
  cache.set(encoding, result);
  return result;
}

export function acceptedBy({ headers }: IncomingMessage): string | undefined {
  const accepted = headers['accept-encoding'];

  return Array.isArray(accepted) ? accepted.join() : accepted;
}
