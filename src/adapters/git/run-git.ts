import { type ChildProcess, spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { printableLines } from '../../domain/plain-text.ts';

export class GitError extends Error {
  override readonly name = 'GitError';
}

interface GitOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of git for this command, as `name=value`. */
  readonly config?: readonly string[];
  /** Ends git when it takes longer; without it, git may take as long as it wants. */
  readonly timeoutMs?: number;
  /** Leaves the processor to everything else. */
  readonly isBackground?: boolean;
}

/** Makes git flush objects and refs to disk before it reports them as written. */
const settings = ['core.fsync=objects,reference', 'core.quotePath=off'];

/** Variables that would point git to another repository. Git sets them in the environment of hooks, for example. */
const foreign = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_PREFIX']);

/**
 * Runs one git command and returns its standard output.
 * @throws {GitError} when git is missing, exits with a code other than 0, or is killed.
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<string> {
  return (await gitBytes(args, options)).toString();
}

/** The same as bytes, for output that is not all text. */
export async function gitBytes(args: readonly string[], options: GitOptions): Promise<Buffer> {
  const out: Buffer[] = [];
  const git = startGit(args, options);
  // There are no pipes when the process runs out of file descriptors.
  git.process.stdout?.on('data', (chunk: Buffer) => out.push(chunk));

  await git.ended;
  return Buffer.concat(out);
}

/** The same as it comes, for output of any size. Ends git when the reader stops early. */
export async function* gitChunks(args: readonly string[], options: GitOptions): AsyncGenerator<Buffer> {
  const git = startGit(args, options);
  try {
    const chunks: AsyncIterable<Buffer> | undefined = git.process.stdout ?? undefined;
    if (chunks) yield* chunks;
    await git.ended;
  } finally {
    git.process.kill();
  }
}

/** The same as text. */
export async function* gitOutput(args: readonly string[], options: GitOptions): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf8', { ignoreBOM: true });

  for await (const chunk of gitChunks(args, options)) yield decoder.decode(chunk, { stream: true });
}

/** What `git rev-parse --verify --quiet` prints of a commit that does not exist; throws any other error. */
export function noOutputIfUnborn(error: unknown): string {
  if (error instanceof GitError && /failed \(1\): *$/.test(error.message)) return '';
  throw error;
}

/** `ended` rejects when git cannot be run, exits with a code other than 0, or is killed. */
function startGit(
  args: readonly string[],
  { cwd, input = '', env = {}, config = [], timeoutMs, isBackground = false }: GitOptions,
): { readonly process: ChildProcess; readonly ended: Promise<void> } {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.has(name)));
  const err: Buffer[] = [];
  const git: ChildProcess = spawn(
    'git',
    [...[...settings, ...config].flatMap((setting) => ['-c', setting]), ...args],
    {
      cwd,
      env: { ...inherited, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
      ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    },
  );

  if (isBackground && git.pid !== undefined) lowerPriority(git.pid);

  const ended = new Promise<void>((resolve, reject) => {
    git.on('error', (error) => {
      reject(new GitError(`git cannot be run: ${error.message}`, { cause: error }));
    });
    git.on('close', (code, signal) => {
      if (code === 0) resolve();
      else {
        reject(
          new GitError(
            `git ${args[0] ?? ''} failed (${signal ?? String(code)}): ${printableLines(Buffer.concat(err).toString().trim())}`,
          ),
        );
      }
    });
  });
  // Whoever stops reading early never waits for the end.
  ended.catch(() => undefined);
  git.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
  // When git stops early, it closes its input; the exit code says what went wrong.
  git.stdin?.on('error', () => undefined);
  git.stdin?.end(input);
  return { process: git, ended };
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
