import { describe, expect, it } from 'vitest';
import { Webhook as Receiver } from 'standardwebhooks';
import { CannotAsk } from '../../../../src/domain/probe.ts';
import type { TargetAnswer, TargetRequest } from '../../../../src/domain/webhook.ts';
import { changeKinds } from '../../../../src/domain/service-change.ts';
import {
  DeliveryView,
  NewSecret,
  NewWebhook,
  TestView,
  WebhooksView,
  WebhookView,
} from '../../../../src/views/webhook.ts';
import { anApi, register, type TestApi } from '../../../fixtures/api.ts';
import { codeOf, faultsOf, problemOf } from '../../../fixtures/bodies.ts';
import { as, send } from '../../../fixtures/owners.ts';
import { aRegistration } from '../../../fixtures/registrations.ts';

const url = 'https://hooks.example.com/tollbook?token=1';

/** An API whose targets answer with these, the last one for ever. */
function answering(...answers: readonly (TargetAnswer | Error)[]) {
  const sent: TargetRequest[] = [];
  const post = async (request: TargetRequest): Promise<TargetAnswer> => {
    const answer = answers[Math.min(sent.push(request), answers.length) - 1] ?? ok;
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { api: anApi({ parts: { targets: { post } } }), sent };
}

const ok: TargetAnswer = { status: 200, retryAt: undefined };
const broken: TargetAnswer = { status: 500, retryAt: undefined };

const create = (api: TestApi, body: unknown = { url }): Promise<Response> =>
  send(api, 'POST', '/api/webhooks', body);

async function made(api: TestApi, body: unknown = { url }) {
  const response = await create(api, body);
  expect(response.status).toBe(201);
  return NewWebhook.parse(await response.json());
}

const post = (api: TestApi, id: string, what: string): Promise<Response> =>
  send(api, 'POST', `/api/webhooks/${id}/${what}`, undefined);

async function shown(api: TestApi, id: string) {
  return WebhookView.parse(await (await send(api, 'GET', `/api/webhooks/${id}`, undefined)).json());
}

/** Registers a service, and delivers the change. */
async function changed(api: TestApi, name = 'rain'): Promise<void> {
  await register(api, aRegistration({ name, endpoint: `https://${name}.example.com` }));
  await delivered(api);
}

async function delivered(api: TestApi): Promise<void> {
  api.deliveries.tick();
  await api.deliveries.settled();
}

describe('making a webhook', () => {
  it('answers with its id and its secret, which is shown never again', async () => {
    const { api } = answering();
    const response = await create(api);
    const { id, secret } = NewWebhook.parse(await response.json());

    expect(id).toMatch(/^wh_[0-9a-z]{13}$/);
    expect(secret).toMatch(/^whsec_/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    await changed(api);
    for (const path of ['', `/${id}`]) {
      const text = await (await send(api, 'GET', `/api/webhooks${path}`, undefined)).text();
      expect(text).toContain(id);
      expect(text).not.toContain('whsec_');
      expect(text).not.toContain(secret.slice(6));
    }
  });

  it('shows its filter', async () => {
    const { api } = answering();
    const all = await made(api);
    const some = await made(api, {
      url,
      kinds: ['created', 'removed', 'created'],
      query: '?chain=base&limit=5&category=weather-environment&sortBy=price&chain=solana&query=rain+radar',
    });

    expect(await shown(api, all.id)).toEqual({
      id: all.id,
      url,
      kinds: [...changeKinds],
      query: null,
      createdAt: api.time.now().toISOString(),
      status: 'on',
      cause: null,
      reason: null,
      offSince: null,
      missedAt: null,
      formerSecretUntil: null,
      deliveries: [],
    });
    expect(await shown(api, some.id)).toMatchObject({
      kinds: ['created', 'removed'],
      query: 'query=rain+radar&category=weather-environment&chain=base&chain=solana',
    });
  });

  it.each([
    [{}, ['/url required']],
    [{ url: 'http://127.0.0.1' }, ['/url target_not_https', '/url target_not_public']],
    [{ url, kinds: ['paid'] }, ['/kinds/0 not_in_list']],
    [
      { url, query: 'maxPricePerRequest=cheap&currency=usdc' },
      ['/query price_not_decimal', '/query currency_invalid'],
    ],
    [{ url, query: 'status=good' }, ['/query not_in_list']],
    [{ url, query: 'minPricePerRequest=2&maxPricePerRequest=1' }, ['/query price_range_empty']],
    [{ url, query: 'owner=a&owner=b' }, ['/query given_twice']],
    [{ url, query: 'q=rain&categry=weather' }, ['/query filter_unknown', '/query filter_unknown']],
    [{ url, query: '__proto__=1&toString=2' }, ['/query filter_unknown', '/query filter_unknown']],
    [{ url, query: 'query=%ff' }, ['/query not_utf8']],
    [[], [' wrong_type']],
    [{ url, owner: 'other' }, [' unknown_field']],
  ])('refuses %j', async (body, faults) => {
    const response = await create(answering().api, body);
    const codes = (await problemOf(response.clone())).code;

    expect([response.status, codes]).toEqual([422, 'webhook_invalid']);
    expect((await faultsOf(response)).map((fault) => fault.replace('/owner', ''))).toEqual(faults);
  });

  it('names the parameter that is wrong', async () => {
    const { errors } = await problemOf(await create(answering().api, { url, query: 'minUptime=200' }));

    expect(errors?.[0]?.detail).toBe('minUptime "200" is not a whole number from 1 to 100; write it like 99');
  });

  it('is refused where the operator blocked the host', async () => {
    const { api } = answering();
    api.blocks.add({ kind: 'host', subject: 'example.com', reason: 'Spam.', at: new Date() });

    expect(await problemOf(await create(api))).toMatchObject({ code: 'host_blocked', reason: 'Spam.' });
  });

  it('is refused from the 21st on, for each owner', async () => {
    const { api } = answering();
    for (let i = 0; i < 20; i += 1) await made(api);

    expect(await problemOf(await create(api))).toMatchObject({
      status: 429,
      code: 'too_many_webhooks',
      limit: 20,
    });
    await made(as(api, 'other'));
    const [{ id } = { id: '' }] = WebhooksView.parse(
      await (await send(api, 'GET', '/api/webhooks', undefined)).json(),
    );
    expect((await send(api, 'DELETE', `/api/webhooks/${id}`, undefined)).status).toBe(204);
    await made(api);
  });

  it('needs a key', async () => {
    expect((await create({ ...answering().api, token: 'wrong' })).status).toBe(401);
  });
});

describe('the webhooks of an owner', () => {
  it('are known to its keys only', async () => {
    const { api } = answering();
    const { id } = await made(api);
    const other = as(api, 'other');

    expect(await (await send(other, 'GET', '/api/webhooks', undefined)).json()).toEqual([]);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/test'],
      ['POST', '/secret'],
      ['POST', '/enable'],
      ['POST', '/deliveries/msg_1/replay'],
    ] as const) {
      const response = await send(other, method, `/api/webhooks/${id}${path}`, undefined);
      expect([response.status, await codeOf(response)], path).toEqual([404, 'webhook_unknown']);
    }
    expect(await shown(api, id)).toMatchObject({ id });
  });

  it('are those of one repository for a key that is bound to it', async () => {
    const { api } = answering();
    const bound = as(api, { owner: 'acme', repository: '1' });
    const [own, others] = [await made(bound), await made(api)];
    const idsOf = async (sender: TestApi): Promise<string[]> =>
      WebhooksView.parse(await (await send(sender, 'GET', '/api/webhooks', undefined)).json()).map(
        ({ id }) => id,
      );

    expect(await idsOf(bound)).toEqual([own.id]);
    expect((await idsOf(api)).sort()).toEqual([own.id, others.id].sort());
    expect((await post(bound, others.id, 'secret')).status).toBe(404);
    expect((await post(api, own.id, 'secret')).status).toBe(200);
  });
});

describe('deliveries', () => {
  it('are shown with what became of them, newest first', async () => {
    const { api } = answering(ok, broken);
    const { id } = await made(api);
    await changed(api, 'rain');
    await changed(api, 'snow');

    const { deliveries } = await shown(api, id);
    const at = api.time.now().toISOString();
    expect(deliveries).toMatchObject([
      {
        kind: 'created',
        at,
        status: 'waiting',
        tries: 1,
        lastTryAt: at,
        httpStatus: 500,
        detail: 'it answered 500',
        nextTryAt: api.time.in(5_000).toISOString(),
      },
      { status: 'delivered', tries: 1, httpStatus: 200, detail: null, nextTryAt: null },
    ]);
    expect(deliveries[0]?.id).toMatch(/^msg_[0-9a-f]{32}$/);
  });

  it('are made again on request, with the same id and a signature of their own', async () => {
    const { api, sent } = answering();
    const { id, secret } = await made(api);
    await changed(api);
    const [first] = (await shown(api, id)).deliveries;
    api.time.advance(1_000);
    const response = await post(api, id, `deliveries/${first?.id ?? ''}/replay`);
    expect(response.status).toBe(202);
    expect(DeliveryView.parse(await response.json())).toMatchObject({ id: first?.id, status: 'waiting' });
    await delivered(api);

    const [one, two] = sent.map(({ headers }) => headers);
    expect(two?.['webhook-id']).toBe(one?.['webhook-id']);
    expect(two?.['webhook-timestamp']).not.toBe(one?.['webhook-timestamp']);
    expect((await shown(api, id)).deliveries).toMatchObject([{ tries: 2, status: 'delivered' }]);
    expect(signatureOf(secret, sent[1])).toBe(two?.['webhook-signature']);
  });

  it('that are not known cannot be made again', async () => {
    const { api } = answering();
    const { id } = await made(api);

    expect(await codeOf(await post(api, id, 'deliveries/msg_1/replay'))).toBe('delivery_unknown');
  });
});

/** The signature of a message by the library of Standard Webhooks. */
function signatureOf(secret: string, request: TargetRequest | undefined): string {
  const { headers = {}, body = '' } = request ?? {};
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);

  return new Receiver(secret).sign(headers['webhook-id'] ?? '', at, body);
}

describe('a new secret', () => {
  it('signs at once, and the former one beside it for a day', async () => {
    const { api, sent } = answering();
    const { id, secret } = await made(api);
    const next = NewSecret.parse(await (await post(api, id, 'secret')).json());
    expect(next.secret).not.toBe(secret);
    expect(next.formerUntil).toBe(api.time.in(24 * 60 * 60_000).toISOString());
    expect(await shown(api, id)).toMatchObject({ formerSecretUntil: next.formerUntil });

    await changed(api, 'rain');
    api.time.advance(24 * 60 * 60_000);
    await changed(api, 'snow');
    const [both, one] = sent;
    expect(both?.headers['webhook-signature']).toBe(
      `${signatureOf(next.secret, both)} ${signatureOf(secret, both)}`,
    );
    expect(one?.headers['webhook-signature']).toBe(signatureOf(next.secret, one));
    expect(await shown(api, id)).toMatchObject({ formerSecretUntil: null });
  });
});

describe('a test', () => {
  it('sends one signed event, and tells what the target answered', async () => {
    const { api, sent } = answering();
    const { id, secret } = await made(api);
    const response = await post(api, id, 'test');
    const { id: message, ...result } = TestView.parse(await response.json());
    const [request] = sent;

    expect(result).toEqual({ accepted: true, httpStatus: 200, detail: null });
    expect(JSON.parse(request?.body ?? '')).toEqual({
      type: 'service.test',
      timestamp: api.time.now().toISOString(),
      data: { webhook: id },
    });
    expect(request).toMatchObject({
      url,
      headers: { 'webhook-id': message, 'webhook-signature': signatureOf(secret, request) },
    });
    expect((await shown(api, id)).deliveries).toEqual([]);
  });

  it.each([
    [
      { status: 302, retryAt: undefined },
      { httpStatus: 302, detail: 'it answered 302, and redirects are not followed' },
    ],
    [
      { status: 410, retryAt: undefined },
      { httpStatus: 410, detail: 'it answered 410' },
    ],
    [{ failure: 'time ran out' }, { httpStatus: null, detail: 'time ran out' }],
  ])('changes nothing where the target answers %j', async (answer, result) => {
    const { api, sent } = answering(answer);
    const { id } = await made(api);

    expect(await (await post(api, id, 'test')).json()).toMatchObject({ accepted: false, ...result });
    api.time.advance(10_000);
    await delivered(api);
    expect(sent).toHaveLength(1);
    expect(await shown(api, id)).toMatchObject({ status: 'on' });
  });

  it('is refused while this machine cannot ask, or the host is blocked', async () => {
    const { api } = answering(new CannotAsk('hooks.example.com', 'EMFILE'));
    const { id } = await made(api);
    expect((await post(api, id, 'test')).status).toBe(503);

    api.blocks.add({ kind: 'host', subject: 'example.com', reason: 'Spam.', at: new Date() });
    expect(await codeOf(await post(api, id, 'test'))).toBe('host_blocked');
  });

  it('may be sent ten times a minute by an owner, whatever the webhook', async () => {
    const { api, sent } = answering();
    const [first, second] = [await made(api), await made(api)];
    for (let i = 0; i < 10; i += 1) await post(api, first.id, 'test');
    const response = await post(api, second.id, 'test');

    expect(response.status).toBe(429);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(sent).toHaveLength(10);
  });
});

describe('a webhook that is off', () => {
  it('says since when and why, and goes on when its owner switches it on', async () => {
    const { api, sent } = answering({ status: 410, retryAt: undefined }, ok);
    const { id } = await made(api);
    await changed(api, 'rain');
    const at = api.time.now().toISOString();
    const { deliveries, ...webhook } = await shown(api, id);
    expect(webhook).toMatchObject({
      status: 'off',
      cause: 'gone',
      reason: 'The target answered 410: it wants no more deliveries.',
      offSince: at,
    });
    expect(deliveries).toMatchObject([{ status: 'waiting', nextTryAt: null }]);
    expect(await codeOf(await post(api, id, `deliveries/${deliveries[0]?.id ?? ''}/replay`))).toBe(
      'webhook_off',
    );

    await changed(api, 'snow');
    expect(sent).toHaveLength(1);
    const on = WebhookView.parse(await (await post(api, id, 'enable')).json());
    expect(on).toMatchObject({ status: 'on', cause: null, reason: null, offSince: null });
    await delivered(api);
    expect((await shown(api, id)).deliveries).toMatchObject([
      { status: 'delivered' },
      { status: 'delivered' },
    ]);
    expect(await (await post(api, id, 'enable')).json()).toMatchObject({ status: 'on' });
  });

  it('stays off while the operator blocks its host', async () => {
    const { api } = answering({ status: 410, retryAt: undefined });
    const { id } = await made(api);
    await changed(api);
    api.blocks.add({ kind: 'host', subject: 'hooks.example.com', reason: 'Spam.', at: new Date() });

    expect(await codeOf(await post(api, id, 'enable'))).toBe('host_blocked');
    expect(await shown(api, id)).toMatchObject({ status: 'off' });
  });
});
