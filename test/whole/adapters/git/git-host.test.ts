import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { GitHost } from '../../../../src/adapters/git/git-host.ts';
import { GitError } from '../../../../src/adapters/git/spawn-git.ts';
import { GitFolder, withoutGitSettings } from '../../../support/git-folder.ts';
import { pathWithGitShim } from '../../../support/git-shim.ts';
import { descendantsOf, isAlive } from '../../../support/running-server.ts';
import { soon } from '../../../support/soon.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

beforeEach(async () => {
  withoutGitSettings(await temporaryFolder());
});

afterEach(() => {
  vi.unstubAllEnvs();
});

function aHost(): GitHost {
  const host = new GitHost();
  onTestFinished(() => {
    host.stop();
  });
  return host;
}

/** The processes of hosts that this process has started. */
async function hosts(): Promise<number[]> {
  const pids = await descendantsOf(process.pid);
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${String(pid)}/cmdline`, 'utf8').catch(() => '')),
  );

  return pids.filter((_, i) => commands[i]?.includes('git-host-process'));
}

/** The id of the group of processes that one is in, as the file `stat` of it says (proc(5)). */
function groupIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[3]);
}

describe('a host', () => {
  it('gives the output of git, whatever bytes it has', async () => {
    const around = await GitFolder.start();
    const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 256));
    const host = aHost();

    const id = await host.run(['hash-object', '-w', '--stdin'], { cwd: around.path, input: 'Grüße, 世界\0' });
    const blob = await host.run(['cat-file', 'blob', id.toString().trim()], { cwd: around.path });
    expect(blob.toString()).toBe('Grüße, 世界\0');

    await around.write('large', bytes.toString('latin1'));
    await around.commitAll('Large');
    const large = await host.run(['show', 'HEAD:large'], { cwd: around.path });
    expect(large.toString()).toBe(bytes.toString('latin1'));
  });

  it('answers each of several commands that run at once', async () => {
    const around = await GitFolder.start();
    const host = aHost();

    const blobs = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        host.run(['hash-object', '--stdin'], { cwd: around.path, input: String(i) }),
      ),
    );
    expect(new Set(blobs.map(String)).size).toBe(20);
    expect(await hosts()).toHaveLength(1);
  });

  it('says why git failed', async () => {
    const host = aHost();
    const failed = host.run(['rev-parse', 'HEAD'], { cwd: await temporaryFolder() });

    await expect(failed).rejects.toThrow(/^git rev-parse failed \(128\): fatal: not a git repository/);
    await expect(failed).rejects.toBeInstanceOf(GitError);
  });

  it('runs git as the environment of each moment says', async () => {
    const around = await GitFolder.start();
    const host = aHost();
    await host.run(['status'], { cwd: around.path });

    vi.stubEnv('PATH', await pathWithGitShim('if [ $command = status ]; then echo replaced; exit 0; fi'));
    expect(String(await host.run(['status'], { cwd: around.path }))).toBe('replaced\n');
  });

  it('that dies fails the commands that it ran, and starts again with the next one', async () => {
    const around = await GitFolder.start();
    const host = aHost();
    await host.run(['status'], { cwd: around.path });
    const [pid = 0] = await hosts();

    const lost = host.run(['hash-object', '--stdin'], { cwd: around.path });
    process.kill(pid, 'SIGKILL');
    await lost.catch((error: unknown) => {
      expect(String(error)).toMatch(/git cannot be run/);
    });
    await vi.waitFor(async () => {
      expect(String(await host.run(['symbolic-ref', 'HEAD'], { cwd: around.path }))).toBe(
        'refs/heads/main\n',
      );
    }, soon);
  });

  it('ends when it is stopped', async () => {
    const host = aHost();
    await host.run(['--version'], { cwd: await temporaryFolder() });
    const [pid = 0] = await hosts();
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    await host.run(['--version'], { cwd: await temporaryFolder() });

    host.stop();
    await vi.waitUntil(async () => !(await isAlive(pid)));
  });

  it('that is stopped ends every git that it runs, also one that will not', async () => {
    const cwd = await temporaryFolder();
    const host = aHost();
    const pids = await Promise.all(
      ['exit 1', ''].map(async (ending, i) => {
        const pidFile = join(cwd, String(i));
        const config = [
          `alias.slow=!trap '${ending}' TERM; echo $$ > ${pidFile}; while true; do sleep 0.1; done`,
        ];
        host.run(['slow'], { cwd, config }).catch(() => undefined);
        return vi.waitUntil(async () => Number(await readFile(pidFile, 'utf8').catch(() => '')), soon);
      }),
    );

    host.stop();
    for (const pid of pids) await vi.waitUntil(async () => !(await isAlive(pid)), soon);
  });

  it('keeps its git from the signals that a terminal sends to all', async () => {
    const cwd = await temporaryFolder();
    const host = aHost();
    const ofGit = await host.run(['stat'], { cwd, config: ['alias.stat=!cat /proc/$$/stat'] });
    const ofHost = await readFile(`/proc/${String((await hosts())[0])}/stat`, 'utf8');

    expect(groupIn(String(ofGit))).not.toBe(groupIn(ofHost));
  });
});
