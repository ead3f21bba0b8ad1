import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { type CatalogVersion, versionLabel } from '../domain/snapshot.ts';
import type { Context } from './bindings.ts';
import { apiHeaders, requestHeader } from './headers.ts';

/** A finished body, with what can be said of it without looking at it again. Made once and sent many times. */
export interface Answer {
  readonly text: string;
  /** Length of the text in bytes. */
  readonly length: number;
  /** Hash of the body: it stays while the body stays, whatever else in the catalog changed. */
  readonly tag: string;
  /** Headers that go with this body as it is, whoever asks. */
  readonly headers: Readonly<Record<string, string>>;
  readonly compressed: Map<Encoding, Promise<Uint8Array<ArrayBuffer>>>;
}

type Encoding = 'br' | 'gzip';

/** A smaller body gains nothing by it. */
const minCompressed = 1024;

/** A copy may be used again only after asking whether it is still right: what is written is read by everyone at once. */
const sharedHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'public, max-age=0, must-revalidate',
  Vary: 'Accept-Encoding',
};

const compressors: Readonly<Record<Encoding, (text: string) => Promise<Buffer<ArrayBuffer>>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

export function makeAnswer(text: string, headers: Readonly<Record<string, string>> = {}): Answer {
  const tag = createHash('sha256').update(text).digest('base64url').slice(0, 27);
  const length = Buffer.byteLength(text);

  return {
    text,
    length,
    tag,
    headers: {
      ...apiHeaders,
      ...sharedHeaders,
      ...headers,
      ETag: `"${tag}"`,
      'Content-Length': String(length),
    },
    compressed: new Map(),
  };
}

/** Sends an answer, or the news that the client has it already. Answers at once, without a promise, when nothing is to be compressed. */
export function send(c: Context, answer: Answer, version: CatalogVersion): Response | Promise<Response> {
  const encoding =
    answer.length < minCompressed ? undefined : encodingFor(requestHeader(c, 'accept-encoding'));
  const headers: Record<string, string> = {
    ...answer.headers,
    'X-Catalog-Version': versionLabel(version),
    'X-Request-Id': c.env.requestId,
    ...c.get('rateLimit'),
  };
  if (encoding) headers['ETag'] = `"${answer.tag}-${encoding}"`;

  if (isKnown(answer, requestHeader(c, 'if-none-match'))) {
    delete headers['Content-Length'];
    return new Response(null, { status: 304, headers });
  }
  if (!encoding) return new Response(answer.text, { headers });
  return compress(answer, encoding).then(
    (body) =>
      new Response(body, {
        headers: { ...headers, 'Content-Encoding': encoding, 'Content-Length': String(body.length) },
      }),
  );
}

function compress(answer: Answer, encoding: Encoding): Promise<Uint8Array<ArrayBuffer>> {
  const known = answer.compressed.get(encoding);
  if (known) return known;

  const made = compressors[encoding](answer.text);
  answer.compressed.set(encoding, made);
  return made;
}

/** RFC 9110, 12.5.3: what the client prefers among what we have; brotli where it does not care. */
function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted === '') return undefined;

  const weights = new Map(accepted.split(',').map(codingAndWeight));
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 ? best : undefined;
}

function codingAndWeight(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));

  return [coding, weight === undefined ? 1 : Number(weight.slice(2))];
}

/** RFC 9110, 13.1.2: any encoding of the same body will do. */
function isKnown({ tag }: Answer, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;

  const ours = new Set([tag, `${tag}-br`, `${tag}-gzip`]);
  return ifNoneMatch.split(',').some((candidate) => {
    const text = candidate.trim();
    return text === '*' || ours.has(text.replace(/^W\//, '').slice(1, -1));
  });
}
