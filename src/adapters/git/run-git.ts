import { GitError, type GitOptions, startGit } from './spawn-git.ts';

export { GitError, wasKilled } from './spawn-git.ts';

/**
 * Runs one git command and returns its standard output.
 * @throws {GitError} when git is missing, exits with a code other than 0, or is killed.
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<string> {
  return (await gitBytes(args, options)).toString();
}

/** The same as bytes, for output that is not all text. */
export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const git = startGit(args, options);
  const out: Buffer[] = [];
  // There are no pipes when the process runs out of file descriptors.
  git.process.stdout?.on('data', (chunk: Buffer) => out.push(chunk));

  await git.ended;
  return Buffer.concat(out);
}

/** The same as it comes, for output of any size. Ends git when the reader stops early. */
export async function* gitOutput(args: readonly string[], options: GitOptions): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf8', { ignoreBOM: true });
  const git = startGit(args, options);
  try {
    const chunks: AsyncIterable<Buffer> | undefined = git.process.stdout ?? undefined;
    for await (const chunk of chunks ?? []) yield decoder.decode(chunk, { stream: true });
    await git.ended;
  } finally {
    git.process.kill();
  }
}

/** What `git rev-parse --verify --quiet` prints of a commit that does not exist; throws any other error. */
export function noOutputIfUnborn(error: unknown): string {
  if (error instanceof GitError && /failed \(1\): *$/.test(error.message)) return '';
  throw error;
}

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
