/** A part of a body, in bytes, both included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a body of `size` bytes that a `Range` header asks for (RFC 9110, section 14.2): undefined where the header asks for the whole
 * body, for several parts, which nobody has to send, or for nothing that can be understood; `none` where the body has no such part.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | undefined {
  const [, from = '', to = ''] = /^\s*bytes=\s*(\d{0,15})-(\d{0,15})\s*$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  if (from === '') return lastBytes(Number(to), size);

  const [start, end] = [Number(from), to === '' ? Infinity : Number(to)];
  if (end < start) return undefined;
  return start < size ? { start, end: Math.min(end, size - 1) } : 'none';
}

function lastBytes(count: number, size: number): ByteRange | 'none' {
  return count > 0 && size > 0 ? { start: Math.max(0, size - count), end: size - 1 } : 'none';
}
