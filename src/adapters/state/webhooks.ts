import { z } from 'zod';
import type { Actor } from '../../domain/owner.ts';
import { changeKinds } from '../../domain/service-change.ts';
import {
  type ActiveWebhook,
  type Delivery,
  deliveryStatuses,
  type FeedMove,
  type FormerSecret,
  type Off,
  offCauses,
  type Webhook,
  type WebhookLimits,
  type WebhookState,
} from '../../domain/webhook.ts';
import { all, get, run, type StateDatabase, upsert, type Work } from './database.ts';

/** How many finished deliveries are retained of each webhook. */
const storedDeliveries = 50;

const Kinds = z.array(z.enum(changeKinds));
const Time = z.int().transform((ms) => new Date(ms));
const OptionalTime = z
  .int()
  .nullable()
  .transform((ms) => (ms === null ? undefined : new Date(ms)));
const OptionalText = z
  .string()
  .nullable()
  .transform((text) => text ?? undefined);

const WebhookRow = z.object({
  id: z.string(),
  owner: z.string(),
  repository: OptionalText,
  url: z.string(),
  kinds: z.string().transform((text) => Kinds.parse(JSON.parse(text))),
  query: z.string(),
  secret: z.string(),
  former_secret: OptionalText,
  former_until: OptionalTime,
  created_at: Time,
  epoch: z.string(),
  number: z.int(),
  at: z.int(),
  missed_at: OptionalTime,
  off_cause: z.enum(offCauses).nullable(),
  off_reason: OptionalText,
  off_at: OptionalTime,
  paused_until: OptionalTime,
  accepted_at: OptionalTime,
});

const DeliveryRow = z.object({
  webhook_id: z.string(),
  number: z.int(),
  id: z.string(),
  epoch: z.string(),
  at: Time,
  kind: z.enum(changeKinds),
  service_id: z.string(),
  commit_id: z.instanceof(Buffer),
  reason: OptionalText,
  changed_by: OptionalText,
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  step: z.int(),
  first_tried_at: OptionalTime,
  last_tried_at: OptionalTime,
  next_try_at: OptionalTime,
  http_status: z
    .int()
    .nullable()
    .transform((status) => status ?? undefined),
  detail: OptionalText,
});

const Counts = z.object({ own: z.int(), every: z.int() });
const Waiting = z.object({ waiting: z.int() });

/** Webhooks and their deliveries. Secrets are stored in plain text, because they sign. */
export class SqlWebhooks {
  readonly #database: StateDatabase;

  constructor(database: StateDatabase) {
    this.#database = database;
  }

  async add(webhook: Webhook, { ofOwner, inAll }: WebhookLimits): Promise<'added' | 'too_many' | 'full'> {
    return this.#database.transaction(function* () {
      const { own, every } = Counts.parse(
        yield* get(
          'SELECT count(*) AS every, count(*) FILTER (WHERE owner = ?) AS own FROM webhook',
          webhook.owner,
        ),
      );
      if (own >= ofOwner) return 'too_many';
      if (every >= inAll) return 'full';

      yield* insertWebhook(webhook);
      return 'added';
    });
  }

  async find(id: string): Promise<Webhook | undefined> {
    const row = await this.#database.get('SELECT * FROM webhook WHERE id = ?', id);

    return row === undefined ? undefined : webhookIn(row);
  }

  async ofActor({ owner, repository }: Actor): Promise<Webhook[]> {
    const rows = await this.#database.all(
      'SELECT * FROM webhook WHERE owner = ? AND repository IS NOT DISTINCT FROM coalesce(?, repository) ORDER BY created_at, id',
      owner,
      repository ?? null,
    );

    return rows.map(webhookIn);
  }

  async active(): Promise<ActiveWebhook[]> {
    return this.#database.read(function* () {
      return yield* activeOf((yield* all('SELECT * FROM webhook WHERE off_at IS NULL')).map(webhookIn));
    });
  }

  /** Those that are on and that their owners changed since the last call. */
  async takeWoken(): Promise<ActiveWebhook[]> {
    // Mostly there are none, and a read costs less than a write.
    if ((await this.#database.get('SELECT 1 FROM webhook WHERE woken = 1 LIMIT 1')) === undefined) return [];

    return this.#database.transaction(function* () {
      const woken = yield* all('UPDATE webhook SET woken = 0 WHERE woken = 1 RETURNING *');
      return yield* activeOf(woken.map(webhookIn));
    });
  }

  async remove(id: string): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run('DELETE FROM webhook WHERE id = ?', id);
      yield* run('DELETE FROM webhook_delivery WHERE webhook_id = ?', id);
    });
  }

  async rotate(id: string, secret: string, former: FormerSecret): Promise<boolean> {
    const changed = await this.#database.run(
      'UPDATE webhook SET secret = ?, former_secret = ?, former_until = ? WHERE id = ? AND secret = ?',
      secret,
      former.secret,
      former.until.getTime(),
      id,
      former.secret,
    );
    return changed === 1;
  }

  async switchOff(id: string, off: Off): Promise<void> {
    await this.#database.transaction(function* () {
      yield* setOff(id, off);
    });
  }

  async switchOn(id: string, now: Date): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run(
        `UPDATE webhook SET off_cause = NULL, off_reason = NULL, off_at = NULL, paused_until = NULL, woken = 1
         WHERE id = ?`,
        id,
      );
      yield* run(
        `UPDATE webhook_delivery SET step = 0, first_tried_at = NULL, next_try_at = ?
         WHERE webhook_id = ? AND status = 'waiting'`,
        now.getTime(),
        id,
      );
    });
  }

  async advance(moves: readonly FeedMove[]): Promise<Map<string, number>> {
    return this.#database.transaction(function* () {
      const waiting = new Map<string, number>();
      for (const move of moves) {
        if (!(yield* moveOn(move))) continue;
        for (const delivery of move.deliveries) yield* insertDelivery(delivery);
        waiting.set(move.webhook, yield* countWaiting(move.webhook));
      }
      return waiting;
    });
  }

  async nextDelivery(webhook: string, now: Date): Promise<Delivery | undefined> {
    const row = await this.#database.get(
      `SELECT * FROM webhook_delivery WHERE webhook_id = ? AND status = 'waiting'
       ORDER BY CASE WHEN next_try_at > ? THEN next_try_at ELSE 0 END, number LIMIT 1`,
      webhook,
      now.getTime(),
    );

    return row === undefined ? undefined : deliveryIn(row);
  }

  async record(delivery: Delivery, { off, acceptedAt, pausedUntil }: WebhookState): Promise<number> {
    const { webhook } = delivery;

    return this.#database.transaction(function* () {
      yield* saveTry(delivery);
      yield* run(
        'UPDATE webhook SET paused_until = ?, accepted_at = coalesce(?, accepted_at) WHERE id = ?',
        pausedUntil?.getTime() ?? null,
        acceptedAt?.getTime() ?? null,
        webhook,
      );
      if (off) yield* setOff(webhook, off);
      if (delivery.status !== 'waiting') yield* forgetOldest(webhook);
      return yield* countWaiting(webhook);
    });
  }

  async findDelivery(webhook: string, id: string): Promise<Delivery | undefined> {
    const row = await this.#database.get(
      'SELECT * FROM webhook_delivery WHERE webhook_id = ? AND id = ?',
      webhook,
      id,
    );

    return row === undefined ? undefined : deliveryIn(row);
  }

  async deliveries(webhook: string, count: number): Promise<Delivery[]> {
    const rows = await this.#database.all(
      'SELECT * FROM webhook_delivery WHERE webhook_id = ? ORDER BY number DESC LIMIT ?',
      webhook,
      count,
    );

    return rows.map(deliveryIn);
  }

  async replay({ webhook, change }: Delivery, now: Date): Promise<void> {
    await this.#database.transaction(function* () {
      yield* run(
        `UPDATE webhook_delivery SET status = 'waiting', step = 0, first_tried_at = NULL, next_try_at = ?
         WHERE webhook_id = ? AND number = ?`,
        now.getTime(),
        webhook,
        change.number,
      );
      yield* run('UPDATE webhook SET woken = 1 WHERE id = ?', webhook);
    });
  }
}

function* insertWebhook(webhook: Webhook): Work<void> {
  const { id, owner, repository, url, kinds, query, secret, createdAt, place } = webhook;
  yield* run(
    `INSERT INTO webhook (id, owner, repository, url, kinds, query, secret, created_at, epoch, number, at, woken)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1)`,
    id,
    owner,
    repository ?? null,
    url,
    JSON.stringify(kinds),
    query,
    secret,
    createdAt.getTime(),
    place.epoch,
    place.number,
    place.at,
  );
}

/** Moves a webhook on, unless it is elsewhere or off; says whether it did. */
function* moveOn({ webhook, from, to, missedAt }: FeedMove): Work<boolean> {
  const moved = yield* run(
    `UPDATE webhook SET epoch = ?, number = ?, at = ?, missed_at = coalesce(?, missed_at)
     WHERE id = ? AND epoch = ? AND number = ? AND at = ? AND off_at IS NULL`,
    to.epoch,
    to.number,
    to.at,
    missedAt?.getTime() ?? null,
    webhook,
    from.epoch,
    from.number,
    from.at,
  );

  return moved === 1;
}

const newDelivery = upsert(
  'webhook_delivery',
  ['webhook_id', 'number'],
  [
    ...[
      'id',
      'epoch',
      'at',
      'kind',
      'service_id',
      'commit_id',
      'reason',
      'changed_by',
      'status',
      'tries',
      'step',
      'next_try_at',
    ],
    ...['first_tried_at', 'last_tried_at', 'http_status', 'detail'],
  ],
);

function* insertDelivery(delivery: Delivery): Work<void> {
  const { id, webhook, epoch, change, status, tries, step, nextTryAt } = delivery;
  yield* run(
    newDelivery,
    webhook,
    change.number,
    id,
    epoch,
    change.at.getTime(),
    change.kind,
    change.id,
    Buffer.from(change.commit, 'hex'),
    change.reason ?? null,
    change.by ?? null,
    status,
    tries,
    step,
    nextTryAt?.getTime() ?? null,
    ...[null, null, null, null],
  );
}

function* saveTry(delivery: Delivery): Work<void> {
  const { webhook, change, status, tries, step, firstTriedAt, lastTriedAt, nextTryAt } = delivery;
  yield* run(
    `UPDATE webhook_delivery
     SET status = ?, tries = ?, step = ?, first_tried_at = ?, last_tried_at = ?, next_try_at = ?, http_status = ?, detail = ?
     WHERE webhook_id = ? AND number = ?`,
    status,
    tries,
    step,
    firstTriedAt?.getTime() ?? null,
    lastTriedAt?.getTime() ?? null,
    nextTryAt?.getTime() ?? null,
    delivery.httpStatus ?? null,
    delivery.detail ?? null,
    webhook,
    change.number,
  );
}

function* setOff(id: string, { cause, reason, at }: Off): Work<void> {
  yield* run(
    'UPDATE webhook SET off_cause = ?, off_reason = ?, off_at = ? WHERE id = ?',
    cause,
    reason,
    at.getTime(),
    id,
  );
}

function* forgetOldest(webhook: string): Work<void> {
  yield* run(
    `DELETE FROM webhook_delivery WHERE webhook_id = ? AND status <> 'waiting' AND number <= (
       SELECT number FROM webhook_delivery WHERE webhook_id = ? AND status <> 'waiting'
       ORDER BY number DESC LIMIT 1 OFFSET ?)`,
    webhook,
    webhook,
    storedDeliveries,
  );
}

function* activeOf(webhooks: readonly Webhook[]): Work<ActiveWebhook[]> {
  const active: ActiveWebhook[] = [];
  for (const webhook of webhooks.filter(({ off }) => !off)) {
    active.push({ ...webhook, waiting: yield* countWaiting(webhook.id) });
  }
  return active;
}

function* countWaiting(webhook: string): Work<number> {
  const row = yield* get(
    `SELECT count(*) AS waiting FROM webhook_delivery WHERE webhook_id = ? AND status = 'waiting'`,
    webhook,
  );

  return Waiting.parse(row).waiting;
}

function webhookIn(row: unknown): Webhook {
  const { former_secret, former_until, created_at, off_cause, off_reason, off_at, ...given } =
    WebhookRow.parse(row);
  const { id, owner, repository, url, kinds, query, secret, epoch, number, at } = given;
  const isReplaced = former_secret !== undefined && former_until !== undefined;

  return {
    id,
    owner,
    repository,
    url,
    kinds,
    query,
    secret,
    former: isReplaced ? { secret: former_secret, until: former_until } : undefined,
    createdAt: created_at,
    place: { epoch, number, at },
    missedAt: given.missed_at,
    off: off_cause && off_at ? { cause: off_cause, reason: off_reason ?? '', at: off_at } : undefined,
    pausedUntil: given.paused_until,
    acceptedAt: given.accepted_at,
  };
}

function deliveryIn(row: unknown): Delivery {
  const given = DeliveryRow.parse(row);
  const { id, webhook_id, epoch, number, at, kind, service_id, commit_id, reason, changed_by: by } = given;
  const change = { number, at, kind, id: service_id, commit: commit_id.toString('hex') };

  return {
    id,
    webhook: webhook_id,
    epoch,
    change: { ...change, ...(reason === undefined ? {} : { reason }), ...(by === undefined ? {} : { by }) },
    status: given.status,
    tries: given.tries,
    step: given.step,
    firstTriedAt: given.first_tried_at,
    lastTriedAt: given.last_tried_at,
    nextTryAt: given.next_try_at,
    httpStatus: given.http_status,
    detail: given.detail,
  };
}
