import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { DeliveryView, NewWebhook, WebhookView } from '../../../src/views/webhook.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';
import { status, verified, type WebhookTarget, webhookTarget } from '../../support/webhook-target.ts';

const Registered = z.looseObject({ id: z.string() });

let workplace: Workplace;
let server: RunningServer;
let key: string;
let certificate: string;
let number = 0;

const local = { ALLOW_INSECURE_ENDPOINTS: '1', PROBE_ALLOW_PRIVATE: '1' };

beforeAll(async () => {
  workplace = await Workplace.make();
  key = await workplace.key('acme');
  certificate = join(workplace.folder, 'cert.pem');
  const { code, stderr } = await runProcess(
    'openssl',
    [
      ...'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=target'.split(' '),
      ...['-addext', 'subjectAltName=IP:127.0.0.1', '-out', certificate],
      ...['-keyout', join(workplace.folder, 'key.pem')],
    ],
    {},
  );
  if (code !== 0) throw new Error(stderr);
  server = await start();
});

afterAll(async () => {
  await server.stop('SIGTERM');
  await workplace.remove();
});

function start(settings: NodeJS.ProcessEnv = local): Promise<RunningServer> {
  return startServer({ ...workplace.environment, NODE_EXTRA_CA_CERTS: certificate, ...settings });
}

async function tls() {
  return { key: await readFile(join(workplace.folder, 'key.pem')), cert: await readFile(certificate) };
}

/** A target that is closed when the test ends. */
async function aTarget(...given: Parameters<typeof webhookTarget>): Promise<WebhookTarget> {
  const target = await webhookTarget(...given);
  onTestFinished(() => target.close().catch(() => undefined));
  return target;
}

function ask(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(server.url + path, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Makes a webhook, which is deleted when the test ends. */
async function made(url: string, more: object = {}) {
  const response = await ask('POST', '/api/webhooks', { url, ...more });
  expect(response.status).toBe(201);
  const webhook = NewWebhook.parse(await response.json());
  onTestFinished(async () => {
    await ask('DELETE', `/api/webhooks/${webhook.id}`);
  });
  return webhook;
}

/** Registers a service; resolves with its id once that is answered. */
async function registered(): Promise<string> {
  number += 1;
  const response = await register(server.url, key, aRegistration(number));
  expect(response.status).toBe(201);
  return Registered.parse(await response.json()).id;
}

const shown = async (id: string) => WebhookView.parse(await (await ask('GET', `/api/webhooks/${id}`)).json());

describe('a webhook of a running server', () => {
  it('tells its target of a registration over TLS, signed so that the library of Standard Webhooks verifies it', async () => {
    const target = await aTarget(0, await tls());
    const { secret } = await made(target.url, { kinds: ['created'], query: 'category=other' });
    const id = await registered();
    await expect.poll(() => target.received.length).toBe(1);
    const [delivery] = target.received;
    if (!delivery) throw new Error('nothing was received');
    const { data, ...event } = verified(delivery, secret);
    const { changes } = (await (await fetch(`${server.url}/api/changes?limit=1000`)).json()) as {
      changes: readonly unknown[];
    };

    expect(event).toEqual({ type: 'service.created', timestamp: data.at });
    expect(data).toEqual(changes.at(-1));
    expect(data).toMatchObject({ id, service: { id } });
    expect(delivery.headers['user-agent']).toMatch(/^tollbook\/.+ \(\+http.+\/docs\/owners\/webhooks\/\)$/);
    expect(() => verified(delivery, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
  });

  it('tries again when its target was down, and makes a delivery again on request, each time with the same id', async () => {
    const first = await aTarget();
    const port = Number(new URL(first.url).port);
    await first.close();
    const { id, secret } = await made(first.url);
    await registered();
    await expect.poll(async () => (await shown(id)).deliveries[0]?.tries).toBe(1);
    expect((await shown(id)).deliveries[0]).toMatchObject({ status: 'waiting', httpStatus: null });

    const target = await aTarget(port);
    await expect.poll(() => target.received.length).toBe(1);
    await expect.poll(async () => (await shown(id)).deliveries[0]?.status).toBe('delivered');
    const message = (await shown(id)).deliveries[0]?.id ?? '';
    const replayed = await ask('POST', `/api/webhooks/${id}/deliveries/${message}/replay`);
    expect(replayed.status).toBe(202);
    expect(DeliveryView.parse(await replayed.json())).toMatchObject({ status: 'waiting' });
    await expect.poll(() => target.received.length).toBe(2);
    expect(target.received.map((each) => [each.id, verified(each, secret).type])).toEqual([
      [message, 'service.created'],
      [message, 'service.created'],
    ]);
  });

  it('gets what it was being sent once more after kill -9, with the same id, and everything after it', async () => {
    const target = await aTarget();
    const { id, secret } = await made(target.url);
    const ids = [await registered()];
    await expect.poll(() => target.received.length).toBe(1);
    target.answer(() => undefined);
    ids.push(await registered());
    await expect.poll(() => target.received.length).toBe(2);
    ids.push(await registered());
    await server.stop('SIGKILL');
    target.answer(status(200));
    server = await start();

    await expect.poll(() => target.received.length).toBe(4);
    expect(target.received.map((each) => verified(each, secret).data.id)).toEqual([
      ids[0],
      ids[1],
      ids[1],
      ids[2],
    ]);
    expect(new Set(target.received.map((each) => each.id)).size).toBe(3);
    await expect
      .poll(async () => (await shown(id)).deliveries.map((each) => each.status))
      .toEqual(['delivered', 'delivered', 'delivered']);
  });
});

describe('a server that asks public addresses only', () => {
  it('sends nothing to a webhook whose target is private, and refuses to make one', async () => {
    const target = await aTarget(0, await tls());
    const { id } = await made(target.url);
    await server.stop('SIGTERM');
    server = await start({});
    const refused = await ask('POST', '/api/webhooks', { url: 'https://127.0.0.1/hook' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).toContain('target_not_public');

    await registered();

    await expect
      .poll(async () => (await shown(id)).deliveries[0]?.detail)
      .toBe('127.0.0.1 is not a public address');
    expect(await (await ask('POST', `/api/webhooks/${id}/test`)).json()).toMatchObject({
      accepted: false,
      detail: '127.0.0.1 is not a public address',
    });
    expect(target.received).toEqual([]);
  });
});
