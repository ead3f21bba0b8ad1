import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));

/** Lines of a failed build that are worth telling. */
const toldLines = 20;

/**
 * Runs the build in a process of its own, so that the server goes on answering and no build leaves anything behind in it. The
 * channel between the two tells the build when the server is gone, even by SIGKILL.
 * @throws {Error} with the last lines of its output, when it fails; also when `signal` ends it.
 */
export async function buildInChild(
  environment: NodeJS.ProcessEnv,
  showProgress: boolean,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [script], {
      env: environment,
      stdio: ['ignore', showProgress ? 'inherit' : 'ignore', 'pipe', 'ipc'],
    });
    const end = (): void => void child.kill();
    signal.addEventListener('abort', end, { once: true });
    const errors: Buffer[] = [];

    child.on('error', reject);
    child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
    child.on('close', (code) => {
      signal.removeEventListener('abort', end);
      if (code === 0) resolve();
      else {
        reject(new Error(Buffer.concat(errors).toString().trim().split('\n').slice(-toldLines).join('\n')));
      }
    });
  });
}
