import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runProcess } from './run-process.ts';

/** An installation that takes longer was interrupted. */
const longest = 10 * 60_000;

/**
 * Installs the packages of a folder with a lock file of its own, unless they are there: nobody needs them to run Tollbook. Several test
 * files may ask for the same folder at the same time. False where the packages cannot be had, so that the tests can be skipped; in CI
 * that is an error.
 */
export async function installPackages(folder: string): Promise<boolean> {
  const turn = join(tmpdir(), `tollbook-install-${createHash('sha256').update(folder).digest('hex')}`);

  while (!isInstalled(folder)) {
    if (!(await takeTurn(turn))) {
      await pause(500);
      continue;
    }
    try {
      if (!isInstalled(folder) && !(await install(folder))) return false;
    } finally {
      await rm(turn, { recursive: true, force: true });
    }
  }
  return true;
}

/** npm writes this file last. */
function isInstalled(folder: string): boolean {
  return existsSync(join(folder, 'node_modules/.package-lock.json'));
}

async function install(folder: string): Promise<boolean> {
  const { code, stderr } = await runProcess('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  if (code !== 0 && process.env['CI']) {
    throw new Error(`the packages of ${folder} could not be installed: ${stderr}`);
  }
  return code === 0;
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
