import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Ended, runProcess } from './run-process.ts';

const programs = {
  'abandon-lock': new URL('./programs/abandon-lock.ts', import.meta.url),
  'append-vectors': new URL('./programs/append-vectors.ts', import.meta.url),
  commit: new URL('./programs/commit.ts', import.meta.url),
  embed: new URL('./programs/embed.ts', import.meta.url),
  'hold-catalog': new URL('./programs/hold-catalog.ts', import.meta.url),
  'hold-database': new URL('./programs/hold-database.ts', import.meta.url),
  'open-database': new URL('./programs/open-database.ts', import.meta.url),
  'open-idle': new URL('./programs/open-idle.ts', import.meta.url),
  'run-slow-git': new URL('./programs/run-slow-git.ts', import.meta.url),
};
type Program = keyof typeof programs;

/** Runs a program of `test/support/programs` in a separate process, to its end. */
export async function runProgram(
  name: Program,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Ended> {
  return runProcess(process.execPath, [pathOf(name), ...args], { env });
}

/** Starts such a program and waits for its first line of output. The program is killed when the test ends. */
export async function startProgram(
  name: Program,
  args: readonly string[],
): Promise<{ readonly pid: number; kill(): Promise<void> }> {
  const child = spawn(process.execPath, [pathOf(name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);

  await Promise.race([
    once(child.stdout, 'data'),
    ended.then(() => Promise.reject(new Error(`${name} ended before it was ready`))),
  ]);
  return { pid: child.pid ?? 0, kill };
}

function pathOf(name: Program): string {
  return fileURLToPath(programs[name]);
}
