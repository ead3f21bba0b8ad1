import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { gitShim } from '../../support/git-shim.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { aServer, aWorkplace } from '../../support/workplace.ts';

const Health = z.object({ status: z.string(), checks: z.object({ commits: z.string() }) });
const Refusal = z.object({ code: z.string() });

it.each([
  ['every git', ''],
  ['git that has locked the branch', '[ $command = update-ref ] && touch .git/refs/heads/main.lock &&'],
])('answers writes and reads while %s is stuck, says so in /health, and goes on', async (_, only) => {
  const workplace = await aWorkplace();
  const { path, folder } = await gitShim(`[ -e "$shim/stuck" ] && ${only} kill -STOP $$`);
  const server = await aServer(workplace, { PATH: path });
  const key = await workplace.key();
  const statusOf = async (name: string): Promise<number> =>
    (await register(server.url, key, aRegistration(name))).status;
  const health = async () => Health.parse(await (await fetch(`${server.url}/health`)).json());
  expect(await statusOf('before')).toBe(201);

  await writeFile(join(folder, 'stuck'), '');
  const [first, second] = await Promise.all(
    ['first', 'second'].map((name) => register(server.url, key, aRegistration(name))),
  );
  expect([first?.status, second?.status]).toEqual([503, 503]);
  expect(Refusal.parse(await first?.json()).code).toMatch(/^commit_(failed|unsettled)$/);
  expect((await health()).checks.commits).toContain('a commit does not end');
  expect((await fetch(`${server.url}/api/services`)).status).toBe(200);

  await rm(join(folder, 'stuck'));
  await expect.poll(() => statusOf('after'), { timeout: 90_000, interval: 1_000 }).toBe(201);
  expect(await health()).toMatchObject({ status: 'ok', checks: { commits: 'ok' } });
});
