import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createGunzip, createInflate } from 'node:zlib';
import type { ProbeAnswer } from '../../domain/probe.ts';

/** These need 32 KB each; Brotli and Zstandard let a stranger have us set aside megabytes, and we asked for neither. */
const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
};

/** Chunks of one byte each come as six: what frames a body may be this much longer than the body itself, or work would be for nothing. */
const framingAllowed = 1.5;

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
  const decoder = decoders[encoding?.trim().toLowerCase() ?? '']?.();
  if (!decoder) return received;

  decoder.end(received.bytes);
  const unpacked = await firstBytes(decoder, most, { onError: 'keep what came' });
  return { bytes: unpacked.bytes, isCut: unpacked.isCut || received.isCut };
}

async function firstBytes(
  source: AsyncIterable<unknown>,
  most: number,
  { stopIf, onError }: { readonly stopIf?: () => boolean; readonly onError?: 'keep what came' },
): Promise<Bytes> {
  const chunks: Buffer[] = [];
  let size = 0;

  try {
    for await (const chunk of source) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk.subarray(0, most - size));
      size += chunk.length;
      if (size > most || stopIf?.() === true) return { bytes: Buffer.concat(chunks), isCut: true };
    }
  } catch (error) {
    if (onError === undefined) throw error;
    return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
