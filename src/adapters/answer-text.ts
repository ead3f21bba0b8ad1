/** An answer has more bytes than were allowed. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong';
}

/** The text of an answer of at most `maxBytes`, counted after decompression. @throws {AnswerTooLong} */
export async function textWithin({ body }: Response, maxBytes: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new AnswerTooLong(`answers with more than ${String(maxBytes)} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
