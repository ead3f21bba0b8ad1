import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commandOf, copies, instructionsOf, variables } from '../../support/dockerfile.ts';
import { freePort } from '../../support/free-port.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { pathOf } from './static-host.ts';

const root = join(import.meta.dirname, '../../..');

/** A user without rights, whom root can run the server as. */
const nobody = 65_534;

describe('the files of the image', () => {
  it(
    'are all that a server needs, which builds and serves as a user who cannot write them',
    { timeout: 600_000 },
    async () => {
      const folder = await temporaryFolder();
      const [project, state, port] = [join(folder, 'opt'), join(folder, 'state'), await freePort()];
      await copyProject(project);
      await mkdir(state);
      await mkdir(join(project, '.astro'));
      const before = (await readdir(project)).sort();
      const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : undefined;
      for (const path of [folder, state, join(project, '.astro')]) {
        if (as) await chown(path, as.uid, as.gid);
      }

      const [, ...args] = commandOf(instructionsOf('CMD')[0]);
      const env = {
        ...Object.fromEntries(
          Object.entries(variables).map(([name, value]) => [name, value.replace('/var/lib/tollbook', state)]),
        ),
        PATH: process.env['PATH'],
        PORT: String(port),
        HOST: '127.0.0.1',
        PROBE_INTERVAL: '0',
        EMBEDDING_MODEL: 'none',
      };
      const server = spawn(process.execPath, args, { ...as, cwd: project, env, stdio: 'pipe' });
      const printed: string[] = [];
      for (const stream of [server.stdout, server.stderr]) {
        stream.on('data', (text: Buffer) => printed.push(text.toString()));
      }
      const ended = once(server, 'exit');
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await ended;
      });

      const isHealthy = async (): Promise<boolean> => {
        const [, ...check] = commandOf(instructionsOf('HEALTHCHECK')[0]?.replace(/^.*CMD /, ''));
        return (await runProcess(process.execPath, check, { env })).code === 0;
      };
      expect(await isHealthy()).toBe(false);
      await expect
        .poll(
          async () => {
            if (server.exitCode !== null) throw new Error(printed.join(''));
            return isHealthy();
          },
          { timeout: 500_000, interval: 250 },
        )
        .toBe(true);
      const page = await fetch(`http://127.0.0.1:${String(port)}/`);
      expect(page.status, printed.join('')).toBe(200);
      expect(await (await fetch(`http://127.0.0.1:${String(port)}/health`)).json()).toMatchObject({
        status: 'ok',
      });
      expect((await readdir(project)).sort()).toEqual(before);
    },
  );

  /** As the second stage does; the packages are those of this project. */
  async function copyProject(project: string): Promise<void> {
    for (const { from, to } of copies) {
      for (const path of from.filter((name) => name !== 'package-lock.json')) {
        const target = join(project, to, to.endsWith('/') ? basename(path) : '');
        await mkdir(dirname(target), { recursive: true });
        await cp(join(root, path), target, { recursive: true });
      }
    }
    await symlink(join(root, 'node_modules'), join(project, 'node_modules'));
  }
});

it.skipIf(pathOf('systemd-analyze') === undefined)(
  'the unit of systemd holds for systemd itself',
  async () => {
    const unit = await readFile(join(root, 'ops/systemd/tollbook.service'), 'utf8');
    const file = join(await temporaryFolder(), 'tollbook.service');
    await writeFile(file, unit.replace('/opt/tollbook/node_modules/.bin/node', process.execPath));
    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', ['verify', file]);

    expect(stdout + stderr).toBe('');
  },
);
