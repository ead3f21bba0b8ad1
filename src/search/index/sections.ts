import { z } from 'zod';
import { Hash } from '../../domain/hash.ts';

/** Bytes under names. */
export type Sections = ReadonlyMap<string, Uint8Array>;

/** Sections begin at multiples of this, so that they can be read in place as numbers of up to 8 bytes. */
const alignment = 8;

/** Sections are written in pieces of this many bytes, so that a server can do something else in between; a multiple of the alignment. */
const pieceBytes = 2 ** 20;

const magic = 'tollbook';
const encoder = new TextEncoder();

const Table = z.array(z.tuple([z.string(), z.int().min(0)]));

/**
 * Writes named sections as a file, piece by piece: a magic number, the length of the table of sections, that table, the
 * sections, and a hash of everything before it.
 */
export function* writeSections(sections: Sections): Generator<Uint8Array> {
  const table = padded(
    encoder.encode(JSON.stringify([...sections].map(([name, { length }]) => [name, length]))),
  );
  const hash = new Hash();

  for (const piece of [encoder.encode(magic), numberBytes(table.length), table, ...sections.values()]) {
    const whole = padded(piece);
    for (let at = 0; at < whole.length; at += pieceBytes) {
      const part = whole.subarray(at, at + pieceBytes);
      hash.addBytes(part);
      yield part;
    }
  }
  yield numberBytes(hash.end());
}

/** Reads, in place, what `writeSections` wrote; undefined when the file is damaged. */
export function readSections(file: Uint8Array): Sections | undefined {
  const end = file.length - alignment;
  if (end < 2 * alignment || file.length % alignment !== 0) return undefined;

  const bytes = file.byteOffset % alignment === 0 ? file : file.slice();
  const hash = new Hash();
  hash.addBytes(bytes.subarray(0, end));
  if (hash.end() !== numberAt(bytes, end)) return undefined;

  const decoder = new TextDecoder();
  if (decoder.decode(bytes.subarray(0, alignment)) !== magic) return undefined;

  let at = 2 * alignment + numberAt(bytes, alignment);
  const table = decoder.decode(bytes.subarray(2 * alignment, at)).replace(/\0+$/, '');
  return new Map(
    Table.parse(JSON.parse(table)).map(([name, length]) => {
      const section = bytes.subarray(at, at + length);
      at += paddedLength(length);
      return [name, section];
    }),
  );
}

function padded(bytes: Uint8Array): Uint8Array {
  if (bytes.length % alignment === 0) return bytes;

  const longer = new Uint8Array(paddedLength(bytes.length));
  longer.set(bytes);
  return longer;
}

function paddedLength(length: number): number {
  return Math.ceil(length / alignment) * alignment;
}

function numberBytes(value: number): Uint8Array {
  return new Uint8Array(Float64Array.of(value).buffer);
}

/** In the byte order of the machine. A machine with another byte order finds that the hash differs, and discards the file. */
function numberAt({ buffer, byteOffset }: Uint8Array, at: number): number {
  return new Float64Array(buffer, byteOffset + at, 1)[0] ?? 0;
}
