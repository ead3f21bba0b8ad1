import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';

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

async function install(folder: string, signal: AbortSignal | undefined): Promise<void> {
  const args = ['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'];

  await promisify(execFile)('npm', args, { cwd: folder, ...(signal ? { signal } : {}) });
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
