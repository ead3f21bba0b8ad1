import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import type { Workplace } from './running-server.ts';
import { buildTimeoutMs } from './soon.ts';

const script = fileURLToPath(new URL('../../scripts/build.ts', import.meta.url));

/** How far a build is. */
interface Build {
  /** Whether it writes into a folder of its own. */
  readonly isWriting: boolean;
  /** How many stages it has printed. */
  readonly stages: number;
}

/** Starts a build of a copy and kills it at a moment. False where it ended before. */
export async function killBuild(
  { environment, folder }: Workplace,
  settings: NodeJS.ProcessEnv,
  isMoment: (build: Build) => boolean,
): Promise<boolean> {
  const child = spawn(process.execPath, [script], {
    env: { ...environment, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = once(child, 'exit');
  let stages = 0;
  child.stdout.on('data', (printed: Buffer) => (stages += printed.toString().split('\n').length - 1));

  const writes = join(folder, 'dist/building');
  const isOver = (): boolean =>
    child.exitCode !== null || isMoment({ stages, isWriting: existsSync(writes) });
  await vi.waitUntil(isOver, { interval: 5, timeout: buildTimeoutMs });
  child.kill('SIGKILL');
  await ended;
  return child.signalCode === 'SIGKILL';
}
