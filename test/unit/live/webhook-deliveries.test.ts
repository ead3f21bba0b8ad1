import { describe, expect, it, onTestFinished } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../src/domain/duration.ts';
import { CannotAsk } from '../../../src/domain/probe.ts';
import { unchecked } from '../../../src/domain/standing.ts';
import { StateUnavailable } from '../../../src/domain/unavailable.ts';
import type { TargetAnswer, TargetRequest, Webhook } from '../../../src/domain/webhook.ts';
import { changeKinds } from '../../../src/domain/service-change.ts';
import { changeQuestion } from '../../../src/http/change-query.ts';
import { WebhookDeliveries } from '../../../src/live/webhook-deliveries.ts';
import { Webhooks } from '../../../src/live/webhooks.ts';
import { WebhookEvent } from '../../../src/views/webhook.ts';
import type { Wanted } from '../../../src/webhooks/make-webhook.ts';
import { anApi, type TestApi } from '../../fixtures/api.ts';
import { aService, anEntry, tombstoneOf } from '../../fixtures/services.ts';
import { nextTurn } from '../../support/next-turn.ts';

const commit = { commit: 'beef'.repeat(10), changedAt: '2026-02-03T04:05:06.000Z' };
const aNamed = (name: string, more: Parameters<typeof aService>[0] = {}) =>
  aService({ name, endpoint: `https://${name}.example.com`, ...more });
const [alpha, beta, gamma] = [aNamed('alpha'), aNamed('beta'), aNamed('gamma')];

const ok: TargetAnswer = { status: 200, retryAt: undefined };
const broken: TargetAnswer = { status: 500, retryAt: undefined };

type Answer = (request: TargetRequest, name: string) => TargetAnswer | Promise<TargetAnswer>;

/** A catalog that tells targets of its changes; `answer` answers for all of them. */
async function aTeller(answer: Answer = () => ok, options: Parameters<typeof anApi>[0] = {}) {
  const sent: { readonly url: string; readonly id: string; readonly name: string }[] = [];
  const post = async (request: TargetRequest, signal: AbortSignal): Promise<TargetAnswer> => {
    const name = nameIn(request.body);
    sent.push({ url: request.url, id: request.headers['webhook-id'] ?? '', name });
    const aborted = Promise.withResolvers<never>();
    aborted.promise.catch(() => undefined);
    signal.addEventListener('abort', () => aborted.reject(new Error('aborted')));
    return Promise.race([answer(request, name), aborted.promise]);
  };
  const teller = { targets: { post }, current: answer };
  const api = anApi({ ...options, parts: { ...options.parts, targets: teller.targets } });
  await api.deliveries.start();
  onTestFinished(() => api.deliveries.stop());

  return {
    ...api,
    sent,
    targets: teller.targets,
    /** What was sent, by the names of the services. */
    names: () => sent.map(({ name }) => name),
    put: (...services: readonly ReturnType<typeof aNamed>[]) =>
      api.store.publish({ put: services, removed: [], buried: [] }, commit),
    /** Lets time pass, a second at once, and everything that is due in it happen. */
    async pass(ms: number, stepMs = 1000) {
      for (let passed = 0; passed < ms; passed += stepMs) {
        api.time.advance(stepMs);
        api.deliveries.tick();
        await api.deliveries.settled();
      }
    },
  };
}

function nameIn(body: string): string {
  const { data } = WebhookEvent.parse(JSON.parse(body));
  return data.service?.name ?? data.id;
}

/** Webhooks as their owners manage them. */
function owned({
  webhooks,
  feed,
  deliveries,
  time,
}: Pick<TestApi, 'webhooks' | 'feed' | 'deliveries' | 'time'>): Webhooks {
  const tests = { test: () => Promise.resolve('busy' as const) };
  return new Webhooks({ webhooks, feed, tests, changed: () => void deliveries.look(), clock: time.now });
}

async function made(
  { webhooks, feed, deliveries, time }: Pick<TestApi, 'webhooks' | 'feed' | 'deliveries' | 'time'>,
  wanted: Partial<Wanted> = {},
  owner = 'acme',
): Promise<Webhook> {
  const all = { url: 'https://hooks.example.com/', kinds: changeKinds, query: '' };
  const webhook = await owned({ webhooks, feed, deliveries, time }).create({ owner }, { ...all, ...wanted });
  if (typeof webhook === 'string') throw new Error(webhook);
  return webhook;
}

describe('a webhook', () => {
  it('receives every change after it was made, in order, each with an id of its own', async () => {
    const teller = await aTeller();
    await teller.put(alpha);
    await made(teller);
    await teller.put(beta);
    await teller.put(gamma, { ...alpha, description: 'Another one' });
    await teller.deliveries.settled();

    expect(teller.names()).toEqual(['beta', 'gamma', 'alpha']);
    expect(new Set(teller.sent.map(({ id }) => id)).size).toBe(3);
  });

  it('receives the change as it is in the feed', async () => {
    const bodies: unknown[] = [];
    const teller = await aTeller(({ body }) => {
      bodies.push(JSON.parse(body));
      return ok;
    });
    await made(teller);
    await teller.put(alpha);
    await teller.deliveries.settled();
    const { changes } = (await (
      await teller.api.request('/api/changes', {}, { requestId: 't', client: 'a client' })
    ).json()) as {
      changes: readonly { at: string }[];
    };

    expect(bodies).toEqual([{ type: 'service.created', timestamp: changes[0]?.at, data: changes[0] }]);
  });

  it('names to an owner the maintainer who changed a service of its own', async () => {
    const by: unknown[] = [];
    const teller = await aTeller(({ body }) => {
      by.push(WebhookEvent.parse(JSON.parse(body)).data.by);
      return ok;
    });
    const [own, other] = [
      { ...alpha, owner: 'acme' },
      { ...beta, owner: 'other' },
    ];
    await teller.put(own, other);
    await made(teller, { kinds: ['updated'], query: 'owner=acme' });
    for (const each of [own, other]) await teller.put({ ...each, name: 'Delta', updatedBy: 'github:9919' });
    await teller.put({ ...own, name: 'Epsilon' });
    await teller.deliveries.settled();

    expect(by).toEqual(['github:9919', undefined]);
  });

  it('receives only the kinds that it asked for', async () => {
    const teller = await aTeller();
    await made(teller, { kinds: ['deleted', 'observed'] });
    await teller.put(alpha);
    await teller.put({ ...alpha, description: 'Other.' });
    teller.store.observe(new Map([[alpha.id, { standing: { ...unchecked, status: 'verified' } }]]));
    await teller.store.publish({ put: [], removed: [], buried: [tombstoneOf(alpha)] }, commit);
    await teller.deliveries.settled();
    const [webhook] = await teller.webhooks.active();

    expect(
      (await teller.webhooks.deliveries(webhook?.id ?? '', 10)).map(({ change }) => change.kind),
    ).toEqual(['deleted', 'observed']);
  });

  it('does not receive changes from before the database', async () => {
    const teller = await aTeller();
    await made(teller);
    const at = new Date('2026-01-01');
    const seeded = { at, kind: 'created', id: 'old', commit: 'c0ffee', news: undefined } as const;
    await teller.changeLog.seed([seeded, { ...seeded, id: 'older' }], 1);
    await teller.put(alpha);
    await teller.deliveries.settled();

    expect(teller.names()).toEqual(['alpha']);
  });

  it('gets more changes than are read at once, and others wait for room', async () => {
    const gate = Promise.withResolvers<TargetAnswer>();
    const teller = await aTeller(() => gate.promise);
    const webhook = await made(teller);
    const services = Array.from({ length: 350 }, (_, i) => aNamed(`service-${String(i)}`));
    await teller.put(...services);
    await expect.poll(() => teller.sent.length).toBe(1);
    await expect.poll(async () => (await teller.webhooks.deliveries(webhook.id, 1000)).length).toBe(100);

    gate.resolve(ok);
    await expect.poll(() => teller.sent.length).toBe(350);
    expect(teller.names()).toEqual(services.map(({ name }) => name));
  });

  it('is left alone once it is removed', async () => {
    const teller = await aTeller();
    const webhook = await made(teller);
    await teller.webhooks.remove(webhook.id);
    await teller.put(alpha);
    await teller.pass(10_000);

    expect(teller.sent).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  it('is tried again after 5 seconds with the same id, before the later ones', async () => {
    let answer = broken;
    const teller = await aTeller(() => answer);
    await made(teller);
    await teller.put(alpha);
    await teller.put(beta);
    await teller.deliveries.settled();
    expect(teller.names()).toEqual(['alpha']);

    await teller.pass(4_000);
    expect(teller.names()).toEqual(['alpha']);
    answer = ok;
    await teller.pass(2_000);
    expect(teller.names()).toEqual(['alpha', 'alpha', 'beta']);
    expect(teller.sent[0]?.id).toBe(teller.sent[1]?.id);
  });

  it('lets the later ones go first after that', async () => {
    const teller = await aTeller((_request, name) => (name === 'alpha' ? broken : ok));
    await made(teller);
    await teller.put(alpha, beta, gamma);
    await teller.pass(7_000);

    expect(teller.names()).toEqual(['alpha', 'alpha', 'beta', 'gamma']);
  });

  it('is tried ten times within a day, and then given up where the others were accepted', async () => {
    const teller = await aTeller((_request, name) => (name === 'alpha' ? broken : ok));
    const webhook = await made(teller);
    await teller.put(alpha, beta);
    await teller.pass(dayMs + minuteMs, 5_000);

    expect(teller.names().filter((name) => name === 'alpha')).toHaveLength(10);
    expect(await teller.webhooks.deliveries(webhook.id, 10)).toMatchObject([
      { status: 'delivered', tries: 1 },
      { status: 'failed', tries: 10, httpStatus: 500 },
    ]);
    await teller.pass(dayMs, hourMs);
    expect(await teller.webhooks.find(webhook.id)).toMatchObject({ off: undefined });
    expect(teller.names()).toHaveLength(11);
  });

  it('has the target left alone for as long as it asks', async () => {
    let answers = 0;
    const teller = await aTeller(() => {
      answers += 1;
      return answers === 1 ? { status: 429, retryAt: teller.time.in(hourMs) } : ok;
    });
    await made(teller);
    await teller.put(alpha);
    await teller.deliveries.settled();
    await teller.put(beta);
    await teller.pass(hourMs - 5_000, 5_000);
    expect(teller.names()).toEqual(['alpha']);

    await teller.pass(10_000);
    expect(teller.names()).toEqual(['alpha', 'alpha', 'beta']);
  });

  it('by a fault of this machine counts as no try', async () => {
    let isOffline = true;
    const teller = await aTeller(({ url }) => {
      if (isOffline) throw new CannotAsk(url, 'EMFILE');
      return ok;
    });
    const webhook = await made(teller);
    await teller.put(alpha);
    await teller.pass(30_000);
    expect(await teller.webhooks.deliveries(webhook.id, 1)).toMatchObject([{ tries: 0, status: 'waiting' }]);

    isOffline = false;
    await teller.pass(11_000);
    expect(await teller.webhooks.deliveries(webhook.id, 1)).toMatchObject([
      { tries: 1, status: 'delivered' },
    ]);
  });

  it('in the database is made later, with the same id', async () => {
    const teller = await aTeller();
    const webhook = await made(teller);
    const record = teller.webhooks.record.bind(teller.webhooks);
    teller.webhooks.record = () => Promise.reject(new StateUnavailable('busy', 'the database is locked'));
    await teller.put(alpha);
    await teller.deliveries.settled();
    teller.webhooks.record = record;
    await teller.pass(11_000);

    expect(teller.sent.map(({ id }) => id)).toEqual([teller.sent[0]?.id, teller.sent[0]?.id]);
    expect(await teller.webhooks.deliveries(webhook.id, 1)).toMatchObject([{ status: 'delivered' }]);
  });
});

describe('a webhook is switched off', () => {
  it('after a day without an accepted delivery, with the reason', async () => {
    const teller = await aTeller(() => broken);
    const webhook = await made(teller);
    await teller.put(alpha, beta);
    await teller.pass(dayMs + minuteMs, 5_000);

    expect(await teller.webhooks.find(webhook.id)).toMatchObject({
      off: {
        cause: 'failing',
        reason: 'The target accepted nothing for 24 hours. At the last try, it answered 500.',
      },
    });
    const { length } = teller.sent;
    await teller.put(gamma);
    await teller.pass(hourMs, 5_000);
    expect(teller.sent).toHaveLength(length);
  });

  it('at once by a 410', async () => {
    const teller = await aTeller(() => ({ status: 410, retryAt: undefined }));
    const webhook = await made(teller);
    await teller.put(alpha, beta);
    await teller.pass(10_000);

    expect(teller.sent).toHaveLength(1);
    expect(await teller.webhooks.find(webhook.id)).toMatchObject({ off: { cause: 'gone' } });
  });

  it.each([
    ['owner', 'acme', 'owner_blocked', 'The operator blocked you: Spam.'],
    ['host', 'example.com', 'host_blocked', 'The operator blocked the host example.com: Spam.'],
  ] as const)('when the operator blocks its %s', async (kind, subject, cause, reason) => {
    const teller = await aTeller();
    const webhook = await made(teller);
    teller.blocks.add({ kind, subject, reason: 'Spam.', at: new Date() });
    await teller.put(alpha);
    await teller.pass(10_000);

    expect(teller.sent).toEqual([]);
    expect(await teller.webhooks.find(webhook.id)).toMatchObject({ off: { cause, reason } });
  });

  it('and goes on where it was once it is switched on', async () => {
    let answer: TargetAnswer = { status: 410, retryAt: undefined };
    const teller = await aTeller(() => answer);
    const webhook = await made(teller);
    await teller.put(alpha, beta);
    await teller.deliveries.settled();
    await teller.put(gamma);
    await teller.pass(dayMs, hourMs);
    answer = ok;

    const { webhooks } = teller;
    const own = owned(teller);
    const off = await webhooks.find(webhook.id);
    if (!off) throw new Error('there is no webhook');
    expect(await own.enable(off)).toMatchObject({ off: undefined });
    await teller.deliveries.settled();
    expect(teller.names()).toEqual(['alpha', 'alpha', 'beta', 'gamma']);
    expect(teller.sent[0]?.id).toBe(teller.sent[1]?.id);
  });
});

describe('a webhook whose cursor was pruned', () => {
  it('goes on from now, and says so', async () => {
    const teller = await aTeller();
    const webhook = await made(teller);
    await teller.put(alpha);
    await teller.deliveries.settled();
    await teller.webhooks.switchOff(webhook.id, { cause: 'gone', reason: '', at: teller.time.now() });
    await teller.put(beta);
    await teller.put(gamma);
    await teller.changeLog.prune(teller.time.in(1));
    const at = teller.time.now();

    const { webhooks, feed } = teller;
    const own = owned(teller);
    const off = await webhooks.find(webhook.id);
    await own.enable(off ?? webhook);
    await teller.deliveries.settled();
    expect(await webhooks.find(webhook.id)).toMatchObject({ missedAt: at, place: feed.position });
    await teller.put(alpha);
    await teller.deliveries.settled();
    expect(teller.names()).toEqual(['alpha', 'alpha']);
  });

  it('is forgotten where the database was replaced by another', async () => {
    const teller = await aTeller();
    const webhook = await made(teller);
    teller.changeLog.epoch = 'abba'.repeat(4);
    await teller.webhooks.remove(webhook.id);
    await teller.put(alpha);
    await teller.pass(5_000);

    expect(teller.sent).toEqual([]);
    expect(teller.log.lines).toEqual([]);
  });

  it('does not stop the others where the database was restored to an earlier state', async () => {
    const teller = await aTeller();
    const webhook = await made(teller);
    await teller.put(alpha, beta);
    await teller.deliveries.settled();
    // The feed still knows changes that the database has no more.
    teller.changeLog.changes = teller.changeLog.changes.slice(0, 1);
    const [first] = teller.changeLog.changes;
    const place = { ...webhook.place, number: first?.number ?? 0, at: first?.at.getTime() ?? 0 };
    await teller.webhooks.remove(webhook.id);
    await teller.webhooks.add({ ...webhook, place }, { ofOwner: 1, inAll: 1 });
    await teller.pass(3_000);
    await teller.put(gamma);
    await teller.pass(3_000);

    expect(await teller.webhooks.find(webhook.id)).toMatchObject({ place: teller.feed.position });
  });
});

describe('requests at the same time', () => {
  /** A target that never answers. */
  const silent = (): Promise<TargetAnswer> => new Promise(() => undefined);

  it('are one for each target', async () => {
    const teller = await aTeller(silent);
    await made(teller);
    await made(teller, { url: 'https://other.example.com' });
    await teller.put(alpha, beta);
    await expect.poll(() => teller.sent.length).toBe(2);
    await teller.put(gamma);
    teller.time.advance(5_000);
    teller.deliveries.tick();
    await nextTurn();

    expect(teller.names()).toEqual(['alpha', 'alpha']);
  });

  it('are two for each host, and four for each owner', async () => {
    const teller = await aTeller(silent);
    for (let i = 0; i < 4; i += 1) await made(teller, { url: `https://hooks.example.com/${String(i)}` });
    for (let i = 0; i < 4; i += 1) await made(teller, { url: `https://host-${String(i)}.example.com` });
    await made(teller, {}, 'other');
    await teller.put(alpha);
    await expect.poll(() => teller.sent.length).toBe(4);

    expect(teller.sent.map(({ url }) => new URL(url).hostname)).toEqual([
      'hooks.example.com',
      'hooks.example.com',
      'host-0.example.com',
      'host-1.example.com',
    ]);
  });

  it('to targets that answer promptly do not wait for those that hang', async () => {
    let isHanging = false;
    const teller = await aTeller(({ url }) => (isHanging && url.includes('hang') ? silent() : ok));
    await made(teller, {}, 'prompt');
    await teller.put(alpha);
    await teller.deliveries.settled();
    for (let i = 0; i < 30; i += 1) {
      await made(teller, { url: `https://hang-${String(i)}.example.com` }, `owner-${String(i)}`);
    }
    isHanging = true;
    await teller.put(beta);
    await expect.poll(() => teller.sent.filter(({ url }) => url.includes('hooks')).length).toBe(2);

    expect(teller.sent.filter(({ url }) => url.includes('hang'))).toHaveLength(8);
  });
});

describe('another server', () => {
  it('goes on where the last one ended, and sends again what that one was sending, with the same id', async () => {
    const teller = await aTeller((_request, name) => (name === 'alpha' ? ok : new Promise(() => undefined)));
    await made(teller);
    await teller.put(alpha, beta);
    await expect.poll(() => teller.names()).toEqual(['alpha', 'beta']);
    await teller.deliveries.stop();
    await teller.put(gamma);

    const again: string[] = [];
    const { feed, store, webhooks, blocks, time, log } = teller;
    const next = new WebhookDeliveries({
      ...{ feed, store, webhooks, blocks, log },
      targets: {
        post: ({ headers }) => {
          again.push(headers['webhook-id'] ?? '');
          return Promise.resolve(ok);
        },
      },
      questionOf: changeQuestion,
      assertHeld: () => undefined,
      clock: time.now,
      random: () => 0,
    });
    onTestFinished(() => next.stop());
    await next.start();
    await next.settled();

    expect(again).toHaveLength(2);
    expect(again[0]).toBe(teller.sent[1]?.id);
  });

  it('reads the webhooks as soon as the database lets it', async () => {
    const teller = await aTeller();
    const webhook = await made(teller);
    await teller.deliveries.stop();
    const { feed, store, webhooks, blocks, time, log, targets } = teller;
    const active = webhooks.active.bind(webhooks);
    webhooks.active = () => Promise.reject(new StateUnavailable('busy', 'the database is locked'));
    const next = new WebhookDeliveries({
      ...{ feed, store, webhooks, blocks, log, targets, questionOf: changeQuestion },
      ...{ assertHeld: () => undefined, clock: time.now, random: () => 0 },
    });
    onTestFinished(() => next.stop());
    await next.start();
    await teller.put(alpha);
    webhooks.active = active;
    next.tick();

    await expect.poll(() => teller.names()).toEqual(['alpha']);
    expect(log.lines.map(({ level }) => level)).toEqual(['warn']);
    expect((await webhooks.find(webhook.id))?.off).toBeUndefined();
  });
});

describe('a query', () => {
  const rain = aNamed('rain', { description: 'Rain radar for cities.', category: 'weather-environment' });
  const maps = aNamed('maps', { description: 'Maps of cities.', category: 'maps-geolocation' });

  it.each([
    ['category=weather-environment', ['rain']],
    ['category=weather-environment,maps-geolocation', ['rain', 'maps']],
    ['query=radar', ['rain']],
    ['query=cities', ['rain', 'maps']],
    ['query=radar+zebra', []],
    ['host=maps.example.com', ['maps']],
    ['owner=acme', []],
    ['maxPricePerRequest=0', []],
    ['status=unverified&category=maps-geolocation', ['maps']],
    ['status=verified', []],
  ])('%s lets through changes of %j', async (query, told) => {
    const teller = await aTeller();
    await made(teller, { query });
    await teller.put(rain, maps);
    await teller.deliveries.settled();

    expect(teller.names()).toEqual(told);
  });

  it('lets through the end of a service by what it declared last, whatever was observed of it', async () => {
    const teller = await aTeller(() => ok, { entries: [anEntry(rain), anEntry(maps)] });
    await made(teller, {
      query: 'category=weather-environment&status=verified&state=verified&minUptime=90&paid=true',
    });
    await teller.store.publish(
      { put: [], removed: [], buried: [tombstoneOf(rain), tombstoneOf(maps)] },
      commit,
    );
    await teller.deliveries.settled();

    expect(teller.names()).toEqual([rain.id]);
  });

  it('lets through the end of a service whose declaration is not known', async () => {
    const teller = await aTeller(() => ok, { entries: [anEntry(rain)] });
    await made(teller, { query: 'category=maps-geolocation' });
    await teller.store.publish({ put: [], removed: [rain.id], buried: [] }, commit);
    await teller.deliveries.settled();

    expect(teller.names()).toEqual([rain.id]);
  });

  it('lets through a change of what was observed once it matches', async () => {
    const teller = await aTeller(() => ok, { entries: [anEntry(rain)] });
    await made(teller, { query: 'status=verified' });
    await teller.put({ ...rain, description: 'Rain.' });
    teller.store.observe(new Map([[rain.id, { standing: { ...unchecked, status: 'verified' } }]]));
    await teller.deliveries.settled();

    expect(teller.names()).toEqual(['rain']);
  });
});

it('sends the largest change in less than the 20 kB of Standard Webhooks', async () => {
  let bytes = 0;
  const teller = await aTeller(({ body }) => {
    bytes = Buffer.byteLength(body);
    return ok;
  });
  await made(teller);
  await teller.put(
    aService({
      name: '🌧'.repeat(255),
      description: '"'.repeat(500) + '🌧'.repeat(1500),
      endpoint: `https://api.example.com/${'a'.repeat(2000)}`,
    }),
  );
  await teller.deliveries.settled();

  expect(bytes).toBeGreaterThan(9_000);
  expect(bytes).toBeLessThan(20_000);
});
