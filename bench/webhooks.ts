import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { register } from '../test/support/registration.ts';
import { type RunningServer, startServer } from '../test/support/running-server.ts';
import { verified, type WebhookTarget, webhookTarget } from '../test/support/webhook-target.ts';
import { NewWebhook } from '../src/views/webhook.ts';
import { generateRegistrations } from './generate.ts';
import { categoryIds, generatedCatalog } from './generated-catalog.ts';
import { median, percentile } from './machine.ts';
import { type Figure, writeResult } from './result.ts';

const services = 10_000;
const alone = 200;
const writers = 16;
const seconds = 10;
const wantedMs = 1_000;
const longestWaitMs = 60_000;

const Registered = z.object({ id: z.string() });

/** When each service was acknowledged, by id. */
type Acknowledged = Map<string, number>;

/** How long after its 201 a registration arrives at a healthy target: with one writer, and with many at once. */
export async function benchWebhooks(): Promise<void> {
  const workplace = await generatedCatalog(services);
  const key = await workplace.key();
  const local = { ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' };
  const server = await startServer({ ...workplace.environment, ...local });
  const target = await webhookTarget();
  const bodies = generateRegistrations(1_000_000, await categoryIds(), 2);

  async function registerNext(acknowledged: Acknowledged): Promise<void> {
    const answer = await register(server.url, key, bodies.next().value);
    const at = performance.now();
    if (answer.status !== 201) {
      throw new Error(`a registration was answered ${String(answer.status)}: ${await answer.text()}`);
    }
    acknowledged.set(Registered.parse(await answer.json()).id, at);
  }

  try {
    const secret = await makeWebhook(server, key, target);
    const lone: Acknowledged = new Map();
    for (let i = 0; i < alone; i += 1) await registerNext(lone);
    const ofOne = await delaysOf(lone, target, secret);

    const crowd: Acknowledged = new Map();
    const started = performance.now();
    const writer = async (): Promise<void> => {
      while (performance.now() - started < seconds * 1000) await registerNext(crowd);
    };
    await Promise.all(Array.from({ length: writers }, writer));
    const ofMany = await delaysOf(crowd, target, secret);

    await writeResult('webhooks', [
      figure(`one writer, ${String(services)} services`, ofOne),
      figure(
        `${String(writers)} writers, ${(crowd.size / seconds).toFixed(0)} registrations a second`,
        ofMany,
      ),
    ]);
  } finally {
    await server.stop('SIGTERM');
    await target.close();
    await workplace.remove();
  }
}

/** Makes a webhook that is told of registrations, and returns its secret. */
async function makeWebhook(server: RunningServer, key: string, { url }: WebhookTarget): Promise<string> {
  const answer = await fetch(`${server.url}/api/webhooks`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url, kinds: ['created'] }),
  });

  return NewWebhook.parse(await answer.json()).secret;
}

/** Milliseconds from each 201 to the first arrival of its delivery; below zero where that came first. Waits until all have arrived. */
async function delaysOf(
  acknowledged: Acknowledged,
  { received }: WebhookTarget,
  secret: string,
): Promise<number[]> {
  const deadline = performance.now() + longestWaitMs;
  for (;;) {
    const arrivals = new Map<string, number>();
    for (const each of received) {
      const { id } = verified(each, secret).data;
      arrivals.set(id, arrivals.get(id) ?? each.at);
    }
    const delays = [...acknowledged].flatMap(([id, at]) => {
      const arrival = arrivals.get(id);
      return arrival === undefined ? [] : [arrival - at];
    });
    if (delays.length === acknowledged.size) return delays;
    if (performance.now() > deadline) {
      throw new Error(`${String(acknowledged.size - delays.length)} registrations did not arrive`);
    }
    await sleep(500);
  }
}

function figure(what: string, delays: readonly number[]): Figure {
  const p95 = percentile(delays, 95);

  return {
    what,
    wanted: `p95 ≤ ${String(wantedMs / 1000)} s after the 201`,
    measured: `${p95.toFixed(0)} ms`,
    reached: p95 <= wantedMs,
    note: `p50 ${median(delays).toFixed(0)} ms, longest ${Math.max(...delays).toFixed(0)} ms over ${String(delays.length)}, all verified`,
  };
}
