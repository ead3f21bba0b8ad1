import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** An installation that takes longer was interrupted. */
const longest = 10 * 60_000;

/** Whether the packages of a folder with a lock file of its own are installed. npm writes this file last. */
export function hasPackages(folder: string): boolean {
  return existsSync(join(folder, 'node_modules/.package-lock.json'));
}

/**
 * Installs the packages of a folder with a lock file of its own, unless they are there: nobody needs them to run Tollbook. Several
 * processes may ask for the same folder at the same time.
 * @throws {Error} with what npm said, or when `signal` is aborted
 */
export async function addPackages(folder: string, signal?: AbortSignal): Promise<void> {
  const turn = join(tmpdir(), `tollbook-install-${createHash('sha256').update(folder).digest('hex')}`);

  while (!hasPackages(folder)) {
    signal?.throwIfAborted();
    if (!(await takeTurn(turn))) {
      await pause(500);
      continue;
    }
    try {
      if (!hasPackages(folder)) await install(folder, signal);
    } finally {
      await rm(turn, { recursive: true, force: true });
    }
  }
}

/** npm goes on for a while after gentler signals, so an abort kills it. What it leaves has no lock file, and is removed by the next installation. */
async function install(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const npm = spawn('npm', ['ci', '--prefix', folder, ...quiet], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const kill = (): void => {
    if (npm.pid !== undefined) process.kill(-npm.pid, 'SIGKILL');
  };
  signal?.addEventListener('abort', kill);
  const errors: Buffer[] = [];
  npm.stderr.on('data', (chunk: Buffer) => errors.push(chunk));

  try {
    const [code] = (await once(npm, 'close')) as [number | null];
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`npm could not install the packages:\n${firstLines(errors)}`);
  } finally {
    signal?.removeEventListener('abort', kill);
  }
}

/** npm says first what was wrong, and then much else. */
function firstLines(chunks: readonly Buffer[]): string {
  return Buffer.concat(chunks).toString().trim().split('\n').slice(0, 5).join('\n');
}

/** Whether it is this process's turn: a folder can be made only once. */
async function takeTurn(turn: string): Promise<boolean> {
  const taken = await stat(turn).catch(() => undefined);
  if (taken !== undefined && Date.now() - taken.mtimeMs > longest) {
    await rm(turn, { recursive: true, force: true });
  }

  return mkdir(turn).then(
    () => true,
    () => false,
  );
}
