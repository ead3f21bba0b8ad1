import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip';

/** Smaller bodies are not worth compressing. */
export const minCompressed = 1024;

const compressors: Readonly<Record<Encoding, (body: string | Buffer) => Promise<Buffer<ArrayBuffer>>>> = {
  br: (body) => promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: promisify(gzip),
};

/** Compresses a body in Node's thread pool. Hono's `compress` knows no Brotli, compresses the same body for each client, and weakens its ETag. */
export function compress(body: string | Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  return compressors[encoding](body);
}

/** Bytes that a compressor emits at once. */
const chunkSize = 64 * 1024;

/**
 * For bodies that are made for each client, so these are cheaper levels: at 60 MB of NDJSON, half the time of the usual ones for 7 % more
 * bytes. A smaller window halves the memory for each client.
 */
const packers: Readonly<Record<Encoding, () => Transform>> = {
  br: () =>
    createBrotliCompress({
      chunkSize,
      params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 18 },
    }),
  gzip: () => createGzip({ chunkSize, level: 4 }),
};

/** Compresses a body while it is made, in Node's thread pool, and no faster than it is read. */
export async function* compressChunks(
  chunks: AsyncIterable<Uint8Array>,
  encoding: Encoding,
): AsyncGenerator<Uint8Array> {
  const packer = packers[encoding]();
  // An error destroys the packer, and thereby reaches the reader.
  pipeline(Readable.from(chunks, { objectMode: false }), packer, () => undefined);

  yield* packer as AsyncIterable<Uint8Array>;
}

/** The encoding that the client prefers (RFC 9110, 12.5.3); Brotli when it has no preference. */
export function encodingFor(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined || accepted === '') return undefined;

  const weights = new Map(accepted.split(',').map(codingAndWeight));
  const weightOf = (coding: string): number => weights.get(coding) ?? weights.get('*') ?? 0;
  const best = weightOf('gzip') > weightOf('br') ? 'gzip' : 'br';
  return weightOf(best) > 0 ? best : undefined;
}

/** The entity tag of a body in one encoding: RFC 9110, 8.8.3.3. */
export function tagOf(tag: string, encoding: Encoding | undefined): string {
  return encoding ? `"${tag}-${encoding}"` : `"${tag}"`;
}

/** Whether `If-None-Match` names this body in any encoding: RFC 9110, 13.1.2. Hono's `etag` hashes each answer again, and knows one encoding. */
export function isKnownTag(tag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;

  const ours = new Set([tag, `${tag}-br`, `${tag}-gzip`]);
  return ifNoneMatch.split(',').some((candidate) => {
    const text = candidate.trim();
    return text === '*' || ours.has(text.replace(/^W\//, '').slice(1, -1));
  });
}

/** Whether `If-Match` names one of these bodies in any encoding: RFC 9110, 13.1.1. A weak tag names none. */
export function isNamedBy(ifMatch: string, tags: readonly string[]): boolean {
  const named = new Set(ifMatch.split(',').map((candidate) => candidate.trim()));
  const ours = tags.flatMap((tag) => [tagOf(tag, undefined), tagOf(tag, 'br'), tagOf(tag, 'gzip')]);

  return named.has('*') || ours.some((tag) => named.has(tag));
}

/** Hono's `parseAccept` takes a malformed weight for 1. */
function codingAndWeight(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));

  return [coding, weight === undefined ? 1 : Number(weight.slice(2))];
}
