import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { outputOfGit } from '../../../../src/adapters/git/spawn-git.ts';
import { isAlive } from '../../../support/running-server.ts';
import { soon } from '../../../support/soon.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

it('ends git with every process that it started when it takes too long', async () => {
  const cwd = await temporaryFolder();
  const config = [`alias.slow=!trap '' TERM; echo $$ > ${join(cwd, 'pid')}; while true; do sleep 1; done`];

  await expect(outputOfGit(['slow'], { cwd, config, timeoutMs: 1_000 })).rejects.toThrow(
    'git slow failed (not done after 1000 ms)',
  );
  const pid = Number(await readFile(join(cwd, 'pid'), 'utf8'));
  await vi.waitFor(async () => {
    expect(await isAlive(pid)).toBe(false);
  }, soon);
});

describe('git without a limit of time', () => {
  it('is ended once neither it nor a process of its own gives a sign of life', async () => {
    const cwd = await temporaryFolder();
    const config = ["alias.stuck=!sh -c 'kill -STOP $$'"];

    await expect(outputOfGit(['stuck'], { cwd, config, silenceMs: 500 })).rejects.toThrow(
      'git stuck failed (no sign of life for 500 ms)',
    );
  });

  it('may work for as long as it likes', async () => {
    const cwd = await temporaryFolder();
    const config = ["alias.busy=!sh -c 'i=0; while [ $i -lt 1000000 ]; do i=$((i+1)); done; echo done'"];

    const output = await outputOfGit(['busy'], { cwd, config, silenceMs: 500 });
    expect(output.toString()).toBe('done\n');
  });
});
