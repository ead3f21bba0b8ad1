import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from 'node:zlib';
import type { ProbeAnswer } from '../../domain/probe.ts';

/** How much of a body is read; of a compressed one also how much is unpacked. */
export const maxBodyBytes = 256 * 1024;

const decoders: Readonly<Record<string, () => NodeJS.ReadWriteStream & Readable>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: createZstdDecompress,
};

interface Bytes {
  readonly bytes: Buffer;
  readonly isCut: boolean;
}

/** Reads a body up to the limit and lets go of the rest. Rejects when the connection breaks before its end. */
export async function readBody(response: IncomingMessage): Promise<Pick<ProbeAnswer, 'body' | 'isCut'>> {
  const received = await firstBytes(response);
  const { bytes, isCut } = await unpacked(received, response.headers['content-encoding']);

  // A character that was cut in two is left out by a decoder that waits for more.
  return { body: new TextDecoder().decode(bytes, { stream: isCut }), isCut };
}

/** We ask for no compression; who compresses all the same is read too, but not further than a plain body would be. */
async function unpacked(received: Bytes, encoding: string | undefined): Promise<Bytes> {
  const decoder = decoders[encoding?.trim().toLowerCase() ?? '']?.();
  if (!decoder) return received;

  decoder.end(received.bytes);
  const unpacked = await firstBytes(decoder, 'keep what came before an error');
  return { bytes: unpacked.bytes, isCut: unpacked.isCut || received.isCut };
}

async function firstBytes(
  source: AsyncIterable<unknown>,
  onError?: 'keep what came before an error',
): Promise<Bytes> {
  const chunks: Buffer[] = [];
  let size = 0;

  try {
    for await (const chunk of source) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk.subarray(0, maxBodyBytes - size));
      size += chunk.length;
      if (size > maxBodyBytes) return { bytes: Buffer.concat(chunks), isCut: true };
    }
  } catch (error) {
    if (onError === undefined) throw error;
    return { bytes: Buffer.concat(chunks), isCut: true };
  }
  return { bytes: Buffer.concat(chunks), isCut: false };
}
