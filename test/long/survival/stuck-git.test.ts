import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { aRegistration, register } from '../../support/registration.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const Health = z.object({ status: z.string(), checks: z.object({ commits: z.string() }) });
const Refusal = z.object({ code: z.string() });

/** Whoever looks for git after this folder finds one that stops itself while a file is there. Returns the folder and the file. */
async function stoppingGit(folder: string): Promise<{ path: string; stuck: string }> {
  const [path, stuck] = [join(folder, 'bin'), join(folder, 'stuck')];
  const [own = ''] = (process.env['PATH'] ?? '').split(delimiter).filter((each) => each.includes('/usr/bin'));
  await mkdir(path);
  await writeFile(
    join(path, 'git'),
    `#!/bin/sh\n[ -e '${stuck}' ] && kill -STOP $$\nexec '${own}/git' "$@"\n`,
  );
  await chmod(join(path, 'git'), 0o755);
  return { path, stuck };
}

it('answers writes and reads while git is stuck, says so in /health, and goes on', async () => {
  const workplace = await aWorkplace();
  const { path, stuck } = await stoppingGit(workplace.folder);
  const server = await aServer(workplace, { PATH: `${path}${delimiter}${process.env['PATH'] ?? ''}` });
  const key = await workplace.key();
  const statusOf = async (name: string): Promise<number> =>
    (await register(server.url, key, aRegistration(name))).status;
  const health = async () => Health.parse(await (await fetch(`${server.url}/health`)).json());
  expect(await statusOf('before')).toBe(201);

  await writeFile(stuck, '');
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => register(server.url, key, aRegistration(name))),
  );
  expect([first?.status, second?.status]).toEqual([503, 503]);
  expect(Refusal.parse(await first?.json()).code).toMatch(/^commit_(failed|unsettled)$/);
  expect((await health()).checks.commits).toContain('a commit does not end');
  expect((await fetch(`${server.url}/api/services`)).status).toBe(200);

  await rm(stuck);
  await expect.poll(() => statusOf('after'), { timeout: 90_000, interval: 1_000 }).toBe(201);
  expect(await health()).toMatchObject({ status: 'ok', checks: { commits: 'ok' } });
});
