import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it as plainIt, describe, onTestFinished } from 'vitest';
import { descendantsOf, isAlive, type Workplace } from '../../support/running-server.ts';
import { aWorkplace } from '../../support/workplace.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const it = plainIt.runIf(process.platform === 'linux');

interface Launched {
  readonly launcher: ChildProcess;
  readonly pid: number;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
  /** The launcher and all its descendants. */
  readonly family: () => Promise<number[]>;
}

/** Starts the server as the README says, in its own process group, like a terminal does. */
function launch(workplace: Workplace, command: string, ...args: readonly string[]): Launched {
  const launcher = spawn(command, args, { cwd: root, env: workplace.environment, detached: true });
  const pid = launcher.pid ?? 0;
  const printed: Buffer[] = [];
  launcher.stdout.on('data', (chunk: Buffer) => printed.push(chunk));
  launcher.stderr.on('data', (chunk: Buffer) => printed.push(chunk));
  const ended = once(launcher, 'exit');
  onTestFinished(() => {
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // All processes have ended.
    }
  });

  return {
    launcher,
    pid,
    output: () => Buffer.concat(printed).toString(),
    ended,
    family: async () => [pid, ...(await descendantsOf(pid))],
  };
}

function isBuilding({ folder }: Workplace): Promise<boolean> {
  return access(join(folder, 'dist/building/pid')).then(
    () => true,
    () => false,
  );
}

async function expectAllGone(family: readonly number[]): Promise<void> {
  const left = async (): Promise<number[]> => {
    const alive = await Promise.all(family.map(isAlive));
    return family.filter((_pid, place) => alive[place]);
  };
  await expect.poll(left).toEqual([]);
}

describe('a server launched', () => {
  it.each([
    ['npm run serve', 'SIGTERM', 'npm'],
    ['npm run serve', 'SIGINT', 'its whole group'],
    ['npm run serve', 'SIGHUP', 'npm'],
    ['npm run serve', 'SIGKILL', 'npm'],
    ['npx node src/server.ts', 'SIGTERM', 'npx'],
    ['node --run serve', 'SIGTERM', 'node'],
  ] as const)('by "%s" shuts down after %s to %s', async (line, signal, to) => {
    const workplace = await aWorkplace();
    const [command = '', ...args] = line.split(' ');
    const { pid, output, ended, family } = launch(workplace, command, ...args);
    await expect.poll(output).toContain('"msg":"serving');
    const all = await family();
    // What launches it, then the server; what the server started ends by itself once the server has.
    const [, server = 0] = all;
    expect(server).not.toBe(0);

    process.kill(to === 'its whole group' ? -pid : pid, signal);
    await ended;
    // So that whoever waits for npm can start it again at once.
    if (command === 'npm' && (signal === 'SIGTERM' || signal === 'SIGINT')) {
      expect(await isAlive(server)).toBe(false);
    }
    await expectAllGone(all);
    expect(output()).toContain('"code":0,"msg":"stopped"');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'by "npm start" ends with the build that it waits for at a %s to npm',
    async (signal) => {
      const workplace = await aWorkplace();
      const { pid, output, ended, family } = launch(workplace, 'npm', 'start');
      await expect.poll(() => isBuilding(workplace)).toBe(true);
      const all = await family();

      process.kill(pid, signal);
      await ended;
      await expectAllGone(all);
      expect(output()).toContain('"code":0,"msg":"stopped"');
      expect(output()).not.toContain('"level":50');
      expect(output()).not.toContain('cannot start');
    },
  );
});

it('a build stops when the server that waits for it is killed', async () => {
  const workplace = await aWorkplace();
  const { pid, ended, family } = launch(workplace, process.execPath, join(root, 'src/server.ts'), '--build');
  await expect.poll(async () => (await family()).length).toBeGreaterThan(1);
  await expect.poll(() => isBuilding(workplace)).toBe(true);
  const all = await family();

  process.kill(pid, 'SIGKILL');
  await ended;
  await expectAllGone(all);
});
