/** Reads `git cat-file --batch`: for each object a line with its id, kind and size, its bytes, and a line feed. */
export function* readBatch(
  output: Buffer,
): Generator<{ readonly id: string; readonly bytes: Buffer }, undefined> {
  let at = 0;

  while (at < output.length) {
    const end = output.indexOf('\n', at);
    const [id = '', , size] = output.subarray(at, end).toString().split(' ');
    const start = end + 1;
    yield { id, bytes: output.subarray(start, start + Number(size)) };
    at = start + Number(size) + 1;
  }
  return undefined;
}
