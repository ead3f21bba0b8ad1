import { z } from 'zod';
import { printCursor } from '../domain/feed-position.ts';
import { changeKinds } from '../domain/service-change.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { ServiceId } from '../domain/service-id.ts';
import { Timestamp } from '../domain/timestamp.ts';
import {
  type Delivery,
  deliveryStatuses,
  offCauses,
  type TargetAnswer,
  type Webhook,
} from '../domain/webhook.ts';
import { faultOf } from '../webhooks/after-try.ts';
import { Change, changeView } from './change.ts';

const id = z.string().meta({ description: 'Id of the webhook.', examples: ['wh_3m8v1r5e6tkqa'] });
const secret = z
  .string()
  .meta({ description: 'Signs deliveries: `whsec_` and 32 bytes in base64. It cannot be shown again.' });

const messageId = z.string().meta({
  description: 'The `webhook-id` of all of its tries.',
  examples: ['msg_0123456789abcdef0123456789abcdef'],
});

const httpStatus = z.nullable(z.int()).meta({ description: 'Status of the last answer; null without one.' });

/** A new webhook, with its secret. */
export const NewWebhook = z.strictObject({ id, secret });

/** The new secret of a webhook. */
export const NewSecret = z.strictObject({
  id,
  secret,
  formerUntil: Timestamp.check(
    z.meta({ description: 'Until when the former secret signs too, beside this one.' }),
  ),
});

/** A delivery, without its body. */
export const DeliveryView = z.strictObject({
  id: messageId,
  kind: z.enum(changeKinds),
  service: ServiceId,
  cursor: z.string().meta({ description: 'Place of the change in the feed.' }),
  at: Timestamp.check(z.meta({ description: 'Time of the change.' })),
  status: z.enum(deliveryStatuses).meta({
    description:
      '`delivered`: the target answered 2xx. `failed`: given up after 24 hours, while the target accepted others. All others wait.',
  }),
  tries: z.int().meta({ description: 'How often it was tried, replays included.' }),
  lastTryAt: z.nullable(Timestamp),
  httpStatus,
  detail: z
    .nullable(z.string())
    .meta({ description: 'What was wrong at the last try; null if nothing was.' }),
  nextTryAt: z.nullable(Timestamp).meta({ description: 'When it is tried next; null unless it waits.' }),
});
type DeliveryView = z.infer<typeof DeliveryView>;

/** A webhook without its secret. */
export const WebhookView = z.strictObject({
  id,
  url: z.url(),
  kinds: z.array(z.enum(changeKinds)).meta({ description: 'The kinds of changes that it is told of.' }),
  query: z.nullable(z.string()).meta({ description: 'Filters of the list; null without any.' }),
  createdAt: Timestamp,
  status: z.enum(['on', 'off']).meta({ description: 'While it is off, nothing is delivered.' }),
  cause: z.nullable(z.enum(offCauses)).meta({
    description:
      'Why it is off: the target accepted nothing for 24 hours (`failing`), it answered 410 (`gone`), or the operator blocked you or its host. Null while it is on.',
  }),
  reason: z.nullable(z.string()).meta({ description: 'The cause as a sentence; null while it is on.' }),
  offSince: z.nullable(Timestamp),
  missedAt: z.nullable(Timestamp).meta({
    description:
      'When it last left changes out, because they were no longer retained. Take an export then. Null if it never did.',
  }),
  formerSecretUntil: z
    .nullable(Timestamp)
    .meta({ description: 'Until when the former secret signs too; null when only the present one does.' }),
  deliveries: z.array(DeliveryView).meta({ description: 'The last 20, newest first.' }),
});
export type WebhookView = z.infer<typeof WebhookView>;

export const WebhooksView = z.array(WebhookView);

/** What a target answered to a test. */
export const TestView = z.strictObject({
  id: messageId,
  accepted: z.boolean().meta({ description: 'Whether the target answered 2xx.' }),
  httpStatus,
  detail: z.nullable(z.string()).meta({ description: 'What was wrong; null if nothing was.' }),
});
export type TestView = z.infer<typeof TestView>;

/** The body of a delivery. */
export const WebhookEvent = z.strictObject({
  type: z.enum(changeKinds.map((kind) => `service.${kind}` as const)),
  timestamp: Timestamp.check(z.meta({ description: 'Time of the change.' })),
  data: Change,
});

/** The body of a delivery. The service is as of now, as in the feed. */
export function eventView(
  { change, epoch }: Pick<Delivery, 'change' | 'epoch'>,
  snapshot: Snapshot,
): z.infer<typeof WebhookEvent> {
  return {
    type: `service.${change.kind}`,
    timestamp: change.at.toISOString(),
    data: changeView(change, { epoch }, snapshot),
  };
}

/** What a target answered to a test with this id. */
export function testView({
  id: message,
  answer,
}: {
  readonly id: string;
  readonly answer: TargetAnswer;
}): TestView {
  const detail = faultOf(answer);

  return {
    id: message,
    accepted: detail === undefined,
    httpStatus: 'status' in answer ? answer.status : null,
    detail: detail ?? null,
  };
}

export function deliveryView(delivery: Delivery): DeliveryView {
  const { id, epoch, change, status, tries, lastTriedAt, nextTryAt } = delivery;
  const { number, at, kind, id: service } = change;

  return {
    id,
    kind,
    service,
    cursor: printCursor({ epoch, number, at: at.getTime() }),
    at: at.toISOString(),
    status,
    tries,
    lastTryAt: lastTriedAt?.toISOString() ?? null,
    httpStatus: delivery.httpStatus ?? null,
    detail: delivery.detail ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  };
}

export function webhookView(webhook: Webhook, deliveries: readonly Delivery[], now: Date): WebhookView {
  const { id, url, kinds, query, createdAt, off, missedAt, former } = webhook;

  return {
    id,
    url,
    kinds: [...kinds],
    query: query === '' ? null : query,
    createdAt: createdAt.toISOString(),
    status: off ? 'off' : 'on',
    cause: off?.cause ?? null,
    reason: off?.reason ?? null,
    offSince: off?.at.toISOString() ?? null,
    missedAt: missedAt?.toISOString() ?? null,
    formerSecretUntil: former && former.until > now ? former.until.toISOString() : null,
    deliveries: deliveries.map(deliveryView),
  };
}
