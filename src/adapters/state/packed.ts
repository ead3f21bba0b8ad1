import { deflateRawSync, inflateRawSync } from 'node:zlib';

/** A value as compressed JSON. */
export function pack(value: unknown): Buffer {
  return deflateRawSync(JSON.stringify(value));
}

/** What was packed; undefined where the bytes are damaged. Only this program packs, so the shape is not checked. */
export function unpack(packed: Uint8Array): unknown {
  try {
    return JSON.parse(inflateRawSync(packed).toString());
  } catch {
    return undefined;
  }
}
