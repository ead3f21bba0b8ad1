import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Socket } from 'node:net';
import { constants, setPriority } from 'node:os';
import type { Readable } from 'node:stream';
import { printableLines } from '../../domain/plain-text.ts';
import { endWhenUnresponsive } from './sign-of-life.ts';

export class GitError extends Error {
  override readonly name = 'GitError';
}

const lifeless = 'no sign of life';

/** Whether git was ended because it showed no sign of life, and may have left its locks. */
export function wasKilled(error: unknown): boolean {
  return error instanceof GitError && error.message.includes(`(${lifeless} `);
}

export interface GitOptions {
  readonly cwd: string;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Settings of git for this command, as `name=value`. */
  readonly config?: readonly string[];
  /**
   * Ends git, with every process that it started, when it takes longer: for what strangers can hold up. Without it, git may take as long as it
   * shows signs of life.
   */
  readonly timeoutMs?: number;
  /** How long git may show none, where it has no `timeoutMs`. */
  readonly silenceMs?: number;
  /** Exit codes, beside 0, that are an answer rather than a failure. */
  readonly accept?: readonly number[];
  /** Leaves the processor to everything else. */
  readonly isBackground?: boolean;
}

/** Longer than a slow disk blocks a process. */
const defaultSilenceMs = 30_000;

/** Makes git flush objects, the indexes of packs, and refs to disk before it reports them as written, and run nobody's hooks. */
const settings = [
  'core.fsync=objects,pack-metadata,reference',
  'core.quotePath=off',
  'core.hooksPath=/dev/null',
];

/** Variables that would point git to another repository. Git sets them in the environment of hooks, for example. */
const foreign = new Set(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_OBJECT_DIRECTORY', 'GIT_PREFIX']);

/**
 * Git ends with this process, however that ends: a git that outlived its server would change files and index under the next one. Linux sees to it
 * where there is util-linux; elsewhere git ends when it has done what it was asked to.
 */
const setpriv = '/usr/bin/setpriv';
const command = existsSync(setpriv) ? [setpriv, '--pdeathsig', 'TERM', 'git'] : ['git'];

/** How setpriv and shells end where there is no such program. */
const notFound = 127;

/** `ended` rejects when git cannot be run, exits with a code other than 0, or is killed. */
export function startGit(
  args: readonly string[],
  options: GitOptions,
): { readonly process: ChildProcess; readonly ended: Promise<void> } {
  const { cwd, input = '', env = {}, config = [], accept = [], isBackground = false } = options;
  const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.has(name)));
  const err: Buffer[] = [];
  const configured = [...settings, ...config].flatMap((setting) => ['-c', setting]);
  const [program = 'git', ...before] = command;
  const git: ChildProcess = spawn(program, [...before, ...configured, ...args], {
    cwd,
    env: { ...inherited, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: it can be ended as a whole, Ctrl-C is not for it, and ssh finds no terminal to ask questions at.
    detached: true,
  });
  const limit = limitOf(git, options);

  if (isBackground && git.pid !== undefined) lowerPriority(git.pid);

  const ended = new Promise<void>((resolve, reject) => {
    git.on('error', (error) => {
      reject(cannotBeRun(error.message));
    });
    git.on('close', (code, signal) => {
      limit.stop();
      const said = printableLines(Buffer.concat(err).toString().trim());
      const reason = limit.excess() ?? signal ?? String(code);
      if (code === 0 || accept.includes(code ?? -1)) resolve();
      else if (code === notFound) reject(cannotBeRun(said));
      else reject(new GitError(`git ${args[0] ?? ''} failed (${reason}): ${said}`));
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

function cannotBeRun(why: string): GitError {
  return new GitError(
    `git cannot be run (${why}); see that git is installed, and that the folder of the catalog is there`,
  );
}

interface Limit {
  /** Why git was ended; undefined while it was not. */
  readonly excess: () => string | undefined;
  readonly stop: () => void;
}

/** Ends git after a while, or once it shows no sign of life. */
function limitOf(git: ChildProcess, { timeoutMs, silenceMs = defaultSilenceMs }: GitOptions): Limit {
  if (timeoutMs !== undefined) return endAfter(timeoutMs, git);

  const output = (): number | undefined => bytesFrom(git.stdout);
  const watch = endWhenUnresponsive(git.pid ?? 0, { output, silenceMs }, () => void endSession(git));
  return {
    excess: () => (watch.isOver() ? `${lifeless} for ${String(silenceMs)} ms` : undefined),
    stop: watch.stop,
  };
}

/** How many bytes came from a process; undefined while some of them are not read. */
function bytesFrom(stdout: Readable | null): number | undefined {
  if (stdout === null || stdout.readableLength > 0) return undefined;

  return stdout instanceof Socket ? stdout.bytesRead : 0;
}

function endAfter(ms: number, git: ChildProcess): Limit {
  let isOver = false;
  const timer = setTimeout(() => {
    isOver = true;
    void endSession(git);
  }, ms);

  return {
    excess: () => (isOver ? `not done after ${String(ms)} ms` : undefined),
    stop: () => {
      clearTimeout(timer);
    },
  };
}

/** Ends a process and its session, and resolves when it has ended. What ignores SIGTERM is killed a second later. */
async function endSession(git: ChildProcess): Promise<void> {
  const closed = new Promise((resolve) => git.once('close', resolve));
  signal(git, 'SIGTERM');
  const timer = setTimeout(() => {
    signal(git, 'SIGKILL');
    // A process that git started without a session may hold the other ends.
    git.stdout?.destroy();
    git.stderr?.destroy();
  }, 1_000);

  await closed;
  clearTimeout(timer);
}

/** Signals the session of a process; itself alone where it has none of its own. */
function signal(git: ChildProcess, name: NodeJS.Signals): void {
  if (git.pid === undefined) return;
  try {
    process.kill(-git.pid, name);
  } catch {
    git.kill(name);
  }
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already.
  }
}
