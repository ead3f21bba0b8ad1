import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProcess } from './run-process.ts';

/**
 * Installs the packages of a test folder with a lock file of its own, unless they are there: nobody needs them to run Tollbook.
 * False where they cannot be had, so that the tests can be skipped; in CI that is an error.
 */
export async function installPackages(folder: string): Promise<boolean> {
  if (existsSync(join(folder, 'node_modules'))) return true;

  const { code, stderr } = await runProcess('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
  });
  if (code !== 0 && process.env['CI']) {
    throw new Error(`the packages of ${folder} could not be installed: ${stderr}`);
  }
  return code === 0;
}
