import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));

/** The error of a failed build quotes this many lines of its output. */
const quotedLines = 20;

/**
 * Runs the build for a server in a child process, so that the server keeps answering and its memory does not grow. The IPC channel closes
 * when the server dies, even by SIGKILL, and the build then exits too.
 * @throws {Error} when the build fails, with the last lines of its standard error, or when `signal` aborts it.
 */
export async function buildInChild(
  environment: NodeJS.ProcessEnv,
  showProgress: boolean,
  signal: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const child = spawn(process.execPath, [script, '--for-server'], {
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
        reject(new Error(Buffer.concat(errors).toString().trim().split('\n').slice(-quotedLines).join('\n')));
      }
    });
  });
}
