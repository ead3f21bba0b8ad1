import { z } from 'zod';
import { CannotAsk } from '../../domain/probe.ts';
import { changeKinds } from '../../domain/service-change.ts';
import type { Webhook } from '../../domain/webhook.ts';
import type { ApiKey } from '../../registration/api-key.ts';
import { bodyOf } from '../../views/body.ts';
import {
  DeliveryView,
  deliveryView,
  NewSecret,
  NewWebhook,
  TestView,
  testView,
  WebhookEvent,
  WebhooksView,
  WebhookView,
  webhookView,
} from '../../views/webhook.ts';
import type { Problem } from '../../views/problem.ts';
import { maxOfOwner } from '../../webhooks/make-webhook.ts';
import { webhookProblems, type WebhookRequest, webhookRequest } from '../../webhooks/webhook-request.ts';
import { audited } from '../audited.ts';
import type { Context } from '../bindings.ts';
import { blockedHost } from '../blocked-host.ts';
import { readChangeQuery } from '../change-query.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { dayProblem } from '../refusal.ts';
import {
  bodyRefusals,
  json,
  keyRefusals,
  noContent,
  plainHeaders,
  refusals,
  strictRefusals,
} from '../describe.ts';
import { baseHeaders, unsharedHeaders } from '../headers.ts';
import type { Read } from '../parameters.ts';
import { readBody } from '../request-body.ts';
import type { Definition, Route } from '../route.ts';
import { withKey } from '../with-key.ts';

const id = z.string().meta({ description: 'Id of the webhook.', examples: ['wh_3m8v1r5e6tkqa'] });

const shared: Pick<Definition, 'tag' | 'security'> = { tag: 'Mirrors', security: [{ bearer: [] }] };

const ofOne = { ...shared, requestParams: { path: z.object({ id }) } };

const byKey = [...keyRefusals, 'too_many_requests', 'unavailable'] as const;

const createDefinition: Definition = {
  ...shared,
  method: 'post',
  path: '/api/webhooks',
  operationId: 'createWebhook',
  summary: 'Be told of changes by a webhook',
  description:
    'Posts every change from now on to your URL, signed as Standard Webhooks asks for. A body is `{"type": "service.created", "timestamp": …, "data": …}`, where `data` is the change as the feed tells it. With `kinds` and `query`, only some changes are told. A target that does not answer 2xx within 20 seconds is tried again after 5 seconds, and then 8 more times within 24 hours; if it accepts nothing in this time, the webhook is switched off. An owner may have 20. Owners who make keys by themselves may make 40 a day from one address.',
  requestBody: {
    required: true,
    content: {
      'application/json': {
        schema: webhookRequest({ allowInsecure: false }).check(z.meta({ id: 'WebhookRequest' })),
      },
    },
  },
  responses: {
    201: json(NewWebhook, 'The new webhook, with its secret.', plainHeaders),
    ...refusals(...byKey, ...bodyRefusals, 'host_blocked', 'webhook_invalid', 'too_many_webhooks'),
  },
};

const listDefinition: Definition = {
  ...shared,
  method: 'get',
  path: '/api/webhooks',
  operationId: 'listWebhooks',
  summary: 'List your webhooks',
  description:
    'Returns the webhooks of the owner whose key asks, without their secrets, oldest first. A key of a repository sees only those that were made by its keys.',
  responses: {
    200: json(WebhooksView, 'The webhooks of this owner.', plainHeaders),
    ...strictRefusals(...byKey),
  },
};

const getDefinition: Definition = {
  ...ofOne,
  method: 'get',
  path: '/api/webhooks/{id}',
  operationId: 'getWebhook',
  summary: 'Get one of your webhooks',
  description: 'Returns a webhook without its secret: whether it is on, and its last deliveries.',
  responses: {
    200: json(WebhookView, 'The webhook.', plainHeaders),
    ...strictRefusals(...byKey, 'webhook_unknown'),
  },
};

const deleteDefinition: Definition = {
  ...ofOne,
  method: 'delete',
  path: '/api/webhooks/{id}',
  operationId: 'deleteWebhook',
  summary: 'Delete one of your webhooks',
  description: 'Nothing more is sent to its target, apart from a delivery that is under way.',
  responses: {
    204: noContent('The webhook is gone.'),
    ...refusals(...byKey, 'webhook_unknown'),
  },
};

const testDefinition: Definition = {
  ...ofOne,
  method: 'post',
  path: '/api/webhooks/{id}/test',
  operationId: 'testWebhook',
  summary: 'Try one of your webhooks',
  description:
    'Sends the target one event, `{"type": "service.test", "timestamp": …, "data": {"webhook": …}}`, and returns what it answered. Is not tried again, and changes nothing. An owner may send 10 a minute.',
  responses: {
    200: json(TestView, 'What the target answered.', plainHeaders),
    ...refusals(...byKey, 'host_blocked', 'webhook_unknown'),
  },
};

const rotateDefinition: Definition = {
  ...ofOne,
  method: 'post',
  path: '/api/webhooks/{id}/secret',
  operationId: 'rotateWebhookSecret',
  summary: 'Give a webhook a new secret',
  description:
    'For 24 hours, deliveries carry a signature by each of the two secrets, so that a receiver can change over at any time. The secret before the former one stops at once.',
  responses: {
    200: json(NewSecret, 'The new secret.', plainHeaders),
    ...refusals(...byKey, 'webhook_unknown'),
  },
};

const enableDefinition: Definition = {
  ...ofOne,
  method: 'post',
  path: '/api/webhooks/{id}/enable',
  operationId: 'enableWebhook',
  summary: 'Switch a webhook on again',
  description:
    'It goes on where it was switched off: what was not accepted is sent again, and then everything that changed meanwhile. Does nothing to a webhook that is on.',
  responses: {
    200: json(WebhookView, 'The webhook, which is on.', plainHeaders),
    ...refusals(...byKey, 'host_blocked', 'webhook_unknown'),
  },
};

const replayDefinition: Definition = {
  ...shared,
  method: 'post',
  path: '/api/webhooks/{id}/deliveries/{delivery}/replay',
  operationId: 'replayDelivery',
  summary: 'Have a delivery made again',
  description:
    'Sends a delivery again as soon as it is its turn, with the same `webhook-id` and the service as it is now. The last 50 of a webhook are kept, and all that wait.',
  requestParams: {
    path: z.object({
      id,
      delivery: z.string().meta({
        description: 'Id of the delivery, which is its `webhook-id`.',
        examples: ['msg_0123456789abcdef0123456789abcdef'],
      }),
    }),
  },
  responses: {
    202: json(DeliveryView, 'The delivery, which waits.', plainHeaders),
    ...refusals(...byKey, 'webhook_unknown', 'delivery_unknown', 'webhook_off'),
  },
};

/** The requests to targets. */
export const webhookEvent: Definition = {
  tag: 'Mirrors',
  method: 'post',
  path: 'change',
  operationId: 'receiveChange',
  summary: 'What a webhook is sent',
  description:
    'Your target gets each change as Standard Webhooks describe it. Verify the signature, answer 2xx within 20 seconds, and drop a `webhook-id` that you have seen. 410 switches the webhook off.',
  requestParams: {
    header: z.object({
      'webhook-id': z.string().meta({ description: 'Names the delivery; the same at each try and replay.' }),
      'webhook-timestamp': z.string().meta({ description: 'Seconds since 1970, at this try.' }),
      'webhook-signature': z.string().meta({
        description:
          '`v1,` and the HMAC-SHA256 of `<id>.<timestamp>.<body>` in base64; several while two secrets hold, separated by spaces.',
      }),
    }),
  },
  requestBody: { required: true, content: { 'application/json': { schema: WebhookEvent } } },
  responses: { '2XX': { description: 'You have it.' } },
};

export const webhookDefinitions = [
  createDefinition,
  listDefinition,
  getDefinition,
  deleteDefinition,
  testDefinition,
  rotateDefinition,
  enableDefinition,
  replayDefinition,
];

/** Low, because each test sends a request to a third party's server. */
const testLimit = { requests: 10, perSeconds: 60 };

const retryAfterFullSeconds = 3600;
const retryAfterBusySeconds = 30;

/** Webhooks, by the keys of their owners. */
export function webhookRoutes(dependencies: RouteDependencies): Route[] {
  const { webhooks, blocks, dayLimits, endpointPolicy, limiter, clock, refuse } = dependencies;
  const tests = limiter('webhook-test', testLimit);

  /** A route about a webhook that the key may manage. */
  function forWebhook(
    handle: (c: Context, webhook: Webhook) => Response | Promise<Response>,
  ): Route['handle'] {
    return withKey(dependencies, async (c, key) => {
      const webhook = await webhooks.find(key, c.req.param('id') ?? '');
      return webhook ? handle(c, webhook) : refuse(c, { code: 'webhook_unknown' });
    });
  }

  async function create(c: Context, key: ApiKey): Promise<Response> {
    const body = await readBody(c.req.raw);
    if ('problem' in body) return refuse(c, body.problem);
    const { data, error } = webhookRequest(endpointPolicy).safeParse(body.value);
    if (!data) return refuse(c, { code: 'webhook_invalid', errors: webhookProblems(error, body.value) });
    const query = queryOf(data);
    if ('problems' in query) return refuse(c, { code: 'webhook_invalid', errors: query.problems });
    const blocked = await blockedHost([{ endpoint: data.url }], blocks);
    if (blocked) return refuse(c, blocked);

    const room = await dayLimits.room('webhooks', key.owner, c.env.client);
    if (room && room.left <= 0) return refuse(c, dayProblem('webhooks', room));

    const { url, kinds = changeKinds } = data;
    const made = await webhooks.create(key, { url, kinds: [...new Set(kinds)], query: query.value });
    if (made === 'too_many') return refuse(c, { code: 'too_many_webhooks', members: { limit: maxOfOwner } });
    if (made === 'full') return refuse(c, full);
    c.set('auditDetails', { subject: made.id });
    return answer(c, { id: made.id, secret: made.secret }, 201);
  }

  async function list(c: Context, key: ApiKey): Promise<Response> {
    const own = await webhooks.list(key);

    return answer(
      c,
      own.map(({ webhook, deliveries }) => webhookView(webhook, deliveries, clock())),
    );
  }

  async function show(c: Context, webhook: Webhook): Promise<Response> {
    const { deliveries } = await webhooks.withDeliveries(webhook);

    return answer(c, webhookView(webhook, deliveries, clock()));
  }

  async function remove(c: Context, webhook: Webhook): Promise<Response> {
    await webhooks.remove(webhook);

    return new Response(null, { status: 204, headers: baseHeaders(c) });
  }

  async function test(c: Context, webhook: Webhook): Promise<Response> {
    const { allowed, headers, retryAfterSeconds } = tests.take(webhook.owner);
    if (!allowed) {
      c.set('rateLimit', headers);
      return refuse(c, { code: 'too_many_requests', retryAfterSeconds });
    }
    const blocked = await blockedHost([{ endpoint: webhook.url }], blocks);
    if (blocked) return refuse(c, blocked);

    const tested = await webhooks.test(webhook).catch(busyIfCannotAsk);
    return tested === 'busy' ? refuse(c, busy) : answer(c, testView(tested));
  }

  async function rotate(c: Context, webhook: Webhook): Promise<Response> {
    const given = await webhooks.rotate(webhook);
    if (!given) return refuse(c, { code: 'webhook_unknown' });

    const { secret, former } = given;
    return answer(c, { id: webhook.id, secret, formerUntil: former.until.toISOString() });
  }

  async function enable(c: Context, webhook: Webhook): Promise<Response> {
    const blocked = await blockedHost([{ endpoint: webhook.url }], blocks);

    return blocked ? refuse(c, blocked) : show(c, await webhooks.enable(webhook));
  }

  async function replay(c: Context, webhook: Webhook): Promise<Response> {
    if (webhook.off) return refuse(c, { code: 'webhook_off' });

    const delivery = await webhooks.replay(webhook, c.req.param('delivery') ?? '');
    return delivery ? answer(c, deliveryView(delivery), 202) : refuse(c, { code: 'delivery_unknown' });
  }

  const handlers: readonly (readonly [Definition, Route['handle']])[] = [
    [createDefinition, withKey(dependencies, audited(dependencies, 'create_webhook', create))],
    [listDefinition, withKey(dependencies, list)],
    [getDefinition, forWebhook(show)],
    [deleteDefinition, forWebhook(audited(dependencies, 'remove_webhook', remove))],
    [testDefinition, forWebhook(audited(dependencies, 'test_webhook', test))],
    [rotateDefinition, forWebhook(audited(dependencies, 'rotate_webhook', rotate))],
    [enableDefinition, forWebhook(audited(dependencies, 'enable_webhook', enable))],
    [replayDefinition, forWebhook(audited(dependencies, 'replay_delivery', replay))],
  ];
  return handlers.map(([definition, handle]) => ({ definition, counted: false, handle }));
}

const full: Problem = {
  code: 'unavailable',
  detail: 'This catalog has as many webhooks as it can serve. Follow GET /api/changes instead.',
  retryAfterSeconds: retryAfterFullSeconds,
};

const busy: Problem = {
  code: 'unavailable',
  detail: 'The target cannot be asked now. Try again.',
  retryAfterSeconds: retryAfterBusySeconds,
};

function queryOf({ query }: WebhookRequest): Read<string> {
  return query === undefined ? { value: '' } : readChangeQuery(query);
}

/** A fault of this machine says nothing about the target. */
function busyIfCannotAsk(error: unknown): 'busy' {
  if (error instanceof CannotAsk) return 'busy';
  throw error;
}

function answer(c: Context, view: unknown, status = 200): Response {
  return new Response(bodyOf(view), { status, headers: unsharedHeaders(c) });
}
