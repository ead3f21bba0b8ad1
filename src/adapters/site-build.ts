import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));

/** Lines of a failed build that are worth telling. */
const toldLines = 20;

/**
 * Runs the build in a process of its own, so that the server goes on answering and no build leaves anything behind in it.
 * @throws {Error} with the last lines of its output, when it fails.
 */
export async function buildInChild(environment: NodeJS.ProcessEnv, showProgress: boolean): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      env: environment,
      stdio: ['ignore', showProgress ? 'inherit' : 'ignore', 'pipe'],
    });
    const errors: Buffer[] = [];

    child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else {
        reject(new Error(Buffer.concat(errors).toString().trim().split('\n').slice(-toldLines).join('\n')));
      }
    });
  });
}
