import { type ChildProcess, spawn } from 'node:child_process';
import { printableLines } from '../../domain/plain-text.ts';

export class GitError extends Error {
  override readonly name = 'GitError';
}

interface GitOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Makes git flush objects and refs to disk before it reports them as written. */
const settings = ['-c', 'core.fsync=objects,reference', '-c', 'core.quotePath=off'];

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
export async function gitBytes(
  args: readonly string[],
  { cwd, input = '', env = {} }: GitOptions,
): Promise<Buffer> {
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.has(name)));

  return new Promise((resolve, reject) => {
    const git: ChildProcess = spawn('git', [...settings, ...args], {
      cwd,
      env: { ...inherited, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];

    git.on('error', (error) => {
      reject(new GitError(`git cannot be run: ${error.message}`, { cause: error }));
    });
    // There are no pipes when the process runs out of file descriptors.
    git.stdout?.on('data', (chunk: Buffer) => out.push(chunk));
    git.stderr?.on('data', (chunk: Buffer) => err.push(chunk));
    git.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(out));
      else {
        reject(
          new GitError(
            `git ${args[0] ?? ''} failed (${signal ?? String(code)}): ${printableLines(Buffer.concat(err).toString().trim())}`,
          ),
        );
      }
    });
    // When git stops early, it closes its input; the exit code says what went wrong.
    git.stdin?.on('error', () => undefined);
    git.stdin?.end(input);
  });
}
