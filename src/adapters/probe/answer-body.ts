import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { ProbeAnswer } from '../../domain/probe.ts';

/** Each of these needs 32 KB. Brotli and Zstandard, which we never ask for, would let a stranger make us allocate megabytes. */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
]);

/**
 * How many times longer than the body limit the raw transfer may be. A chunked body of one-byte chunks takes six bytes for each
 * byte of content, and a server must not be able to keep us busy with framing alone.
 */
const maxFramingFactor = 1.5;

/** Every chunk costs work, however small. A body of maximum length normally arrives in about a hundred. */
const maxChunks = 8_192;

interface Bytes {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/**
 * Reads a body up to `maxBytes` and discards the rest. The limit applies to the received bytes and, when the body is compressed,
 * to the decompressed ones as well. Rejects when the connection breaks before the end of the body.
 */
export async function readAnswerBody(
  response: IncomingMessage,
  maxBytes: number,
): Promise<Pick<ProbeAnswer, 'body' | 'isCut'>> {
  const { socket } = response;
  const before = socket.bytesRead;
  const isMostlyFraming = (): boolean => socket.bytesRead - before > maxBytes * maxFramingFactor;
  const received = await firstBytes(response, maxBytes, { stopIf: isMostlyFraming });
  const { bytes, isCut } = await decompress(received, response.headers['content-encoding'], maxBytes);

  // In stream mode the decoder waits for the rest of a character that was cut in two, and so leaves it out.
  return { body: new TextDecoder().decode(bytes, { stream: isCut }), isCut };
}

/** We send `Accept-Encoding: identity`, but some servers compress all the same. */
async function decompress(received: Bytes, encoding: string | undefined, maxBytes: number): Promise<Bytes> {
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
  if (!decoder) return received;

  decoder.end(received.bytes);
  const decompressed = await firstBytes(decoder, maxBytes, { onError: 'use what came' });
  return { bytes: decompressed.bytes, isCut: decompressed.isCut || received.isCut };
}

/** Listens for `data` rather than iterating: an iterator hands over all queued chunks at once and starves the event loop. */
function firstBytes(
  source: Readable,
  maxBytes: number,
  { stopIf, onError }: { readonly stopIf?: () => boolean; readonly onError?: 'use what came' },
): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
  const chunks: Buffer[] = [];
  let size = 0;
  const end = (isCut: boolean): void => resolve({ bytes: Buffer.concat(chunks), isCut });
  const take = (chunk: Buffer): void => {
    chunks.push(chunk.subarray(0, maxBytes - size));
    size += chunk.length;
    if (size <= maxBytes && chunks.length < maxChunks && stopIf?.() !== true) return;

    source.off('data', take).destroy();
    end(true);
  };
  const fail = (error: unknown): void => {
    if (onError === undefined) reject(error);
    else end(true);
  };

  source.on('data', take).on('error', fail);
  source.once('end', () => end(false));
  source.once('close', () => fail(new ClosedEarly()));
  return promise;
}

/** The stream closed before its end without an error. */
class ClosedEarly extends Error {
  readonly code = 'ECONNRESET';
}
