const newline = 10;

/**
 * Cuts bytes into lines, without their LF, in groups of those that came together. The last line must end with LF, or it was cut off.
 * `fault` makes the error of a line that is too long or cut off.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  fault: (what: 'too_long' | 'cut_off', line: number) => Error,
): AsyncGenerator<Buffer[]> {
  let rest: Buffer = Buffer.alloc(0);
  let count = 0;

  for await (const chunk of chunks) {
    const bytes = rest.length === 0 ? asBuffer(chunk) : Buffer.concat([rest, chunk]);
    const lines: Buffer[] = [];
    let begin = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, begin)) {
      count += 1;
      if (end - begin > maxBytes) throw fault('too_long', count);
      lines.push(bytes.subarray(begin, end));
      begin = end + 1;
    }
    rest = bytes.subarray(begin);
    if (rest.length > maxBytes) throw fault('too_long', count + 1);
    if (lines.length > 0) yield lines;
  }
  if (rest.length > 0) throw fault('cut_off', count + 1);
}

function asBuffer({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
