import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { gitBytes, GitError } from '../../../../src/adapters/git/run-git.ts';
import { GitFolder } from '../../../support/git-folder.ts';
import { startProgram } from '../../../support/programs.ts';
import { isAlive } from '../../../support/running-server.ts';
import { soon } from '../../../support/soon.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

it('ends git with every process that it started when it takes too long', async () => {
  const cwd = await temporaryFolder();
  const config = [`alias.slow=!trap '' TERM; echo $$ > ${join(cwd, 'pid')}; while true; do sleep 1; done`];

  await expect(gitBytes(['slow'], { cwd, config, timeoutMs: 1_000 })).rejects.toThrow(
    'git slow failed (not done after 1000 ms)',
  );
  const pid = Number(await readFile(join(cwd, 'pid'), 'utf8'));
  await vi.waitFor(async () => {
    expect(await isAlive(pid)).toBe(false);
  }, soon);
});

it('gives the output of git, whatever bytes it has', async () => {
  const around = await GitFolder.start();
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, i) => i % 256));
  await around.write('large', bytes.toString('latin1'));
  await around.commitAll('Large');

  const large = await gitBytes(['show', 'HEAD:large'], { cwd: around.path });
  expect(large.toString()).toBe(bytes.toString('latin1'));
});

it('says why git failed', async () => {
  const failed = gitBytes(['rev-parse', 'HEAD'], { cwd: await temporaryFolder() });

  await expect(failed).rejects.toThrow(/^git rev-parse failed \(128\): fatal: not a git repository/);
  await expect(failed).rejects.toBeInstanceOf(GitError);
});

it.runIf(existsSync('/usr/bin/setpriv'))(
  'ends git with the process that runs it, also by SIGKILL',
  async () => {
    const cwd = await temporaryFolder();
    const program = await startProgram('run-slow-git', [cwd]);
    const pid = await vi.waitUntil(
      async () => Number(await readFile(join(cwd, 'pid'), 'utf8').catch(() => '')),
      soon,
    );
    expect(await isAlive(pid)).toBe(true);

    await program.kill();
    await vi.waitUntil(async () => !(await isAlive(pid)), soon);
  },
);

it('keeps git from the signals that a terminal sends to all', async () => {
  const cwd = await temporaryFolder();
  const ofGit = await gitBytes(['stat'], { cwd, config: ['alias.stat=!cat /proc/$$/stat'] });

  expect(groupIn(String(ofGit))).not.toBe(groupIn(await readFile('/proc/self/stat', 'utf8')));
});

/** The id of the group of processes that one is in, as the file `stat` of it says (proc(5)). */
function groupIn(stat: string): number {
  return Number(stat.slice(stat.lastIndexOf(')')).split(' ')[3]);
}

describe('git without a limit of time', () => {
  it('is ended once neither it nor a process of its own gives a sign of life', async () => {
    const cwd = await temporaryFolder();
    const config = ["alias.stuck=!sh -c 'kill -STOP $$'"];

    await expect(gitBytes(['stuck'], { cwd, config, silenceMs: 500 })).rejects.toThrow(
      'git stuck failed (no sign of life for 500 ms)',
    );
  });

  it('may work for as long as it likes', async () => {
    const cwd = await temporaryFolder();
    const config = ["alias.busy=!sh -c 'i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; echo done'"];

    const output = await gitBytes(['busy'], { cwd, config, silenceMs: 500 });
    expect(output.toString()).toBe('done\n');
  });
});
