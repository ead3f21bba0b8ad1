import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { NewWebhook } from '../../../src/views/webhook.ts';
import { caseCount } from '../../support/cases.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { startServer, Workplace } from '../../support/running-server.ts';
import { verified, type WebhookTarget, webhookTarget } from '../../support/webhook-target.ts';

const rounds = caseCount(10);
const clients = 8;
const longestLoadMs = 300;

const Created = z.object({ id: z.string() });

let workplace: Workplace;
let target: WebhookTarget;
let key: string;
let environment: NodeJS.ProcessEnv;

beforeAll(async () => {
  workplace = await Workplace.make();
  target = await webhookTarget();
  key = await workplace.key();
  environment = { ...workplace.environment, ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' };
});

afterAll(async () => {
  await target.close();
  await workplace.remove();
});

test(
  `every change is told, and none as a new one twice, with kill -9 ${String(rounds)} times over`,
  { timeout: 1_800_000 },
  async () => {
    const acknowledged: string[] = [];
    /** The ids of the messages about each service. */
    const told = new Map<string, Set<string>>();
    let secret = '';
    target.answer((response, received) => {
      const { id } = verified(received, secret).data;
      told.set(id, (told.get(id) ?? new Set()).add(received.id));
      // Some answers come late, so that servers die while they wait for them.
      setTimeout(() => response.end(), received.id.endsWith('0') ? 50 : 0);
    });

    for (let round = 0; round < rounds; round += 1) {
      const server = await startServer(environment);
      if (round === 0) ({ secret } = await made(server.url));
      const load = Array.from({ length: clients }, (_, client) =>
        registerUntilGone(server.url, `${String(round)}-${String(client)}`, acknowledged),
      );
      await delay(Math.random() * longestLoadMs);
      await server.stop('SIGKILL');
      await Promise.all(load);
    }

    const server = await startServer(environment);
    const last = await register(server.url, key, aRegistration('last'));
    acknowledged.push(Created.parse(await last.json()).id);
    await expect
      .poll(() => acknowledged.filter((id) => !told.has(id)), { timeout: 120_000, interval: 200 })
      .toEqual([]);
    expect([...told].filter(([, ids]) => ids.size > 1)).toEqual([]);
    await server.stop('SIGTERM');
  },
);

async function made(url: string): Promise<z.infer<typeof NewWebhook>> {
  const response = await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: target.url, kinds: ['created'] }),
  });

  return NewWebhook.parse(await response.json());
}

/** Registers one service after another until the server is gone, and notes each that was acknowledged. */
async function registerUntilGone(url: string, name: string, acknowledged: string[]): Promise<void> {
  for (let i = 0; ; i += 1) {
    try {
      const answer = await register(url, key, aRegistration(`${name}-${String(i)}`));
      if (answer.status === 201) acknowledged.push(Created.parse(await answer.json()).id);
    } catch {
      return;
    }
  }
}
