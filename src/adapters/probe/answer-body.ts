import type { IncomingMessage } from 'node:http';
import type { Readable, Transform } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { ProbeAnswer } from '../../domain/probe.ts';

/** These need 32 KB each; Brotli and Zstandard let a stranger have us set aside megabytes, and we asked for neither. */
const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
]);

/** Chunks of one byte each come as six: what frames a body may be this much longer than the body itself, or work would be for nothing. */
const framingAllowed = 1.5;

/** Each piece costs work, however small it is; a plain body of the longest comes in some hundred. */
const mostPieces = 8_192;

interface Bytes {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/**
 * Reads a body up to a limit, which counts received bytes and, of a compressed body, unpacked ones too, and lets go of the rest.
 * Rejects when the connection breaks before the end of the body.
 */
export async function readBody(
  response: IncomingMessage,
  most: number,
): Promise<Pick<ProbeAnswer, 'body' | 'isCut'>> {
  const { socket } = response;
  const before = socket.bytesRead;
  const isDearlyRead = (): boolean => socket.bytesRead - before > most * framingAllowed;
  const received = await firstBytes(response, most, { stopIf: isDearlyRead });
  const { bytes, isCut } = await unpacked(received, response.headers['content-encoding'], most);

  // A character that was cut in two is left out by a decoder that waits for more.
  return { body: new TextDecoder().decode(bytes, { stream: isCut }), isCut };
}

/** We ask for no compression; who compresses all the same is read too, but not further than a plain body would be. */
async function unpacked(received: Bytes, encoding: string | undefined, most: number): Promise<Bytes> {
  const decoder = decoders.get(encoding?.trim().toLowerCase() ?? '')?.();
  if (!decoder) return received;

  decoder.end(received.bytes);
  const unpacked = await firstBytes(decoder, most, { onError: 'keep what came' });
  return { bytes: unpacked.bytes, isCut: unpacked.isCut || received.isCut };
}

/** Takes each piece as it comes: pieces that wait for an iterator are handed over all at once, and nothing else gets its turn. */
function firstBytes(
  source: Readable,
  most: number,
  { stopIf, onError }: { readonly stopIf?: () => boolean; readonly onError?: 'keep what came' },
): Promise<Bytes> {
  const { promise, resolve, reject } = Promise.withResolvers<Bytes>();
  const pieces: Buffer[] = [];
  let size = 0;
  const end = (isCut: boolean): void => resolve({ bytes: Buffer.concat(pieces), isCut });
  const take = (piece: Buffer): void => {
    pieces.push(piece.subarray(0, most - size));
    size += piece.length;
    if (size <= most && pieces.length < mostPieces && stopIf?.() !== true) return;

    source.off('data', take).destroy();
    end(true);
  };
  const fail = (error: unknown): void => {
    if (onError === undefined) reject(error);
    else end(true);
  };

  source.on('data', take).on('error', fail);
  source.once('end', () => end(false));
  source.once('close', () => fail(new BrokenOff()));
  return promise;
}

/** A stream was closed before its end, and nothing said why. */
class BrokenOff extends Error {
  readonly code = 'ECONNRESET';
}
