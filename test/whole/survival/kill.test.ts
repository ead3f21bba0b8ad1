import { basename } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { caseCount, casesTimeoutMs, randomNumbers } from '../../support/cases.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { startServer, Workplace } from '../../support/running-server.ts';
import { verified, type WebhookTarget, webhookTarget } from '../../support/webhook-target.ts';

const rounds = caseCount(5);
const clients = Math.min(32, caseCount(8));
/** How many other requests are answered at most before a kill, so that it comes at any moment. */
const maxAnswers = 30;

const random = randomNumbers();
const Created = z.object({ id: z.string() });

let workplace: Workplace;
let key: string;
let target: WebhookTarget;

beforeAll(async () => {
  workplace = await Workplace.make();
  key = await workplace.key();
  target = await webhookTarget();
});

afterAll(async () => {
  await target.close();
  await workplace.remove();
});

test(
  `every acknowledged service survives kill -9, and is told once, ${String(rounds)} times over`,
  { timeout: casesTimeoutMs },
  async () => {
    const environment = { ...workplace.environment, ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' };
    const acknowledged = new Set<string>();
    const messages = new Messages();
    let newest: string[] = [];

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(environment);
      if (round === 0) messages.take((await aWebhook(server.url)).secret);
      await expectWhole(server.url, newest, acknowledged.size);

      newest = [];
      // Every other server may be killed before it acknowledges anything; the rest must acknowledge something, however slow the machine.
      const { promise: first, resolve } = Promise.withResolvers<undefined>();
      const load = Array.from({ length: clients }, (_, client) =>
        registerUntilGone(server.url, `${String(round)}-${String(client)}`, (id) => {
          newest.push(id);
          resolve(undefined);
        }),
      );
      if (round % 4 < 2) await first;
      for (let left = random() * maxAnswers; left > 0; left -= 1) await fetch(`${server.url}/health`);
      // Every other time, git is killed together with the server, whatever it is doing.
      await server.stop('SIGKILL', round % 2 === 1);
      await Promise.all(load);
      for (const id of newest) acknowledged.add(id);
    }

    const server = await startServer(environment);
    const last = await register(server.url, key, aRegistration('last'));
    acknowledged.add(Created.parse(await last.json()).id);
    await expectWhole(server.url, [...acknowledged], acknowledged.size);
    await expect
      .poll(() => [...acknowledged].filter((id) => !messages.about.has(id)), { timeout: 120_000 })
      .toEqual([]);
    expect([...messages.about].filter(([, ids]) => ids.size > 1)).toEqual([]);
    await server.stop('SIGTERM');
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds / 2);
    expect(await workplace.git('fsck', '--strict', '--no-dangling')).toBe('');
  },
);

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

async function aWebhook(url: string): Promise<z.infer<typeof NewWebhook>> {
  const response = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: target.url, kinds: ['created'] }),
  });

  return NewWebhook.parse(await response.json());
}

/** What the target has been told. */
class Messages {
  /** The ids of the messages about each service. */
  readonly about = new Map<string, Set<string>>();

  take(secret: string): void {
    target.answer((response, received) => {
      const { id } = verified(received, secret).data;
      this.about.set(id, (this.about.get(id) ?? new Set()).add(received.id));
      // Some answers come late, so that servers die while they wait for them.
      // eslint-disable-next-line no-restricted-syntax -- Nothing waits for this time.
      setTimeout(() => response.end(), received.id.endsWith('0') ? 50 : 0);
    });
  }
}
