import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { caseCount } from '../../support/cases.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { startServer, Workplace } from '../../support/running-server.ts';

const rounds = caseCount(50);
const clients = 32;
const longestLoadMs = 300;

const Created = z.object({ id: z.string() });

let workplace: Workplace;
let key: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  key = await workplace.key();
});

afterAll(async () => {
  await workplace.remove();
});

/** Registers one service after another until the server is gone, and reports each that was acknowledged. */
async function registerUntilGone(
  url: string,
  name: string,
  acknowledge: (id: string) => void,
): Promise<void> {
  for (let i = 0; ; i += 1) {
    try {
      const answer = await register(url, key, aRegistration(`${name}-${String(i)}`));
      if (answer.status === 201) acknowledge(Created.parse(await answer.json()).id);
    } catch {
      return;
    }
  }
}

test(
  `every acknowledged service survives kill -9, ${String(rounds)} times over`,
  { timeout: 1_800_000 },
  async () => {
    const acknowledged = new Set<string>();
    let newest: string[] = [];

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(workplace.environment);
      await expectWhole(server.url, newest, acknowledged.size);

      newest = [];
      const { promise: first, resolve } = Promise.withResolvers<undefined>();
      const load = Array.from({ length: clients }, (_, client) =>
        registerUntilGone(server.url, `${String(round)}-${String(client)}`, (id) => {
          newest.push(id);
          resolve(undefined);
        }),
      );
      // Every other server may be killed before it acknowledges anything; the rest must acknowledge something, however slow the machine.
      if (round % 4 < 2) await first;
      await delay(Math.random() * longestLoadMs);
      // Every other time, git is killed together with the server, whatever it is doing.
      await server.stop('SIGKILL', round % 2 === 1);
      await Promise.all(load);
      for (const id of newest) acknowledged.add(id);
    }

    const server = await startServer(workplace.environment);
    await expectWhole(server.url, [...acknowledged], acknowledged.size);
    await server.stop('SIGTERM');
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds / 2);
    expect(await workplace.git('fsck', '--strict', '--no-dangling')).toBe('');
  },
);

async function expectWhole(url: string, acknowledged: readonly string[], least: number): Promise<void> {
  const files = (await workplace.git('ls-tree', '-r', '--name-only', 'HEAD', 'services/'))
    .split('\n')
    .filter((path) => path !== '');
  const inGit = new Set(files.map((path) => basename(path, '.json')));
  expect(acknowledged.filter((id) => !inGit.has(id))).toEqual([]);
  expect(await workplace.git('status', '--porcelain')).toBe('');

  const statuses = await Promise.all(
    acknowledged.map(async (id) => (await fetch(`${url}/api/services/${id}`)).status),
  );
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  const list = await fetch(`${url}/api/services?limit=1`);
  expect(inGit.size).toBeGreaterThanOrEqual(least);
  expect(Number(list.headers.get('x-total-count'))).toBe(inGit.size);
}
