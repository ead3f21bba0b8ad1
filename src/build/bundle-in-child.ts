import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Bundles the site by a program of its own, with the arguments of `bundleSite`. It ends when this process does. What it prints stands among
 * what this process prints.
 * @throws {Error} when the site could not be bundled
 */
export async function bundleInChild(program: URL, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];

  if (signal) {
    throw new Error(`the bundler of the site was ended by ${signal}; it needs half a gigabyte of memory`);
  }
  if (code !== 0) throw new Error('the site could not be bundled, for the reason that stands before this');
}
