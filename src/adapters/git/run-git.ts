import { GitHost } from './git-host.ts';
import { GitError, type GitOptions, outputOfGit, startGit } from './spawn-git.ts';

export { GitError, wasEnded } from './spawn-git.ts';

let host: GitHost | undefined;

/**
 * From now on, a small process runs git for this one: a fork takes time by the memory of the process, 10 ms and more with a large catalog. It
 * starts at once, and ends with this process or at `unhostGit`.
 */
export function hostGit(): void {
  host = new GitHost();
  host.start();
}

/** Ends the small process, so that this one can end by itself. */
export function unhostGit(): void {
  host?.stop();
  host = undefined;
}

/**
 * Runs one git command and returns its standard output.
 * @throws {GitError} when git is missing, exits with a code other than 0, or is killed.
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<string> {
  return (await gitBytes(args, options)).toString();
}

/** The same as bytes, for output that is not all text. */
export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Buffer> {
  return host ? host.run(args, options) : outputOfGit(args, options);
}

/** The same as it comes, for output of any size; never by the host, which would keep all of it. Ends git when the reader stops early. */
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
