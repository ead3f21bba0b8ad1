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
import { allAs, get, run, SqlStore, type Work } from './database.ts';
import { isOf } from './keys.ts';
import { hex, json, optional, rowOf, time } from './row.ts';
import { insert, sql, upsert } from './sql.ts';

/** How many finished deliveries are retained of each webhook. */
const storedDeliveries = 50;

const text = z.string();

const webhookColumnsIn = rowOf({
  id: text,
  owner: text,
  repository: optional(text),
  url: text,
  kinds: json(z.array(z.enum(changeKinds))),
  query: text,
  secret: text,
  formerSecret: optional(text),
  formerUntil: optional(time),
  createdAt: time,
  epoch: text,
  number: z.int(),
  at: z.int(),
  missedAt: optional(time),
  pausedUntil: optional(time),
  offCause: z.enum(offCauses).nullable(),
  offReason: optional(text),
  offAt: optional(time),
  acceptedAt: optional(time),
});

const deliveryColumnsIn = rowOf({
  webhookId: text,
  number: z.int(),
  id: text,
  epoch: text,
  at: time,
  kind: z.enum(changeKinds),
  serviceId: text,
  commitId: hex,
  reason: optional(text),
  changedBy: optional(text),
  status: z.enum(deliveryStatuses),
  tries: z.int(),
  step: z.int(),
  firstTriedAt: optional(time),
  lastTriedAt: optional(time),
  nextTryAt: optional(time),
  httpStatus: optional(z.int()),
  detail: optional(text),
});

const countsIn = rowOf({ own: z.int(), every: z.int() });
const waitingIn = rowOf({ waiting: z.int() });

/** Webhooks and their deliveries. Secrets are stored in plain text, because they sign. */
export class SqlWebhooks extends SqlStore {
  async add(webhook: Webhook, { ofOwner, inAll }: WebhookLimits): Promise<'added' | 'too_many' | 'full'> {
    return this.database.transaction(function* () {
      const counts = yield* get(
        sql`SELECT count(*) AS every, count(*) FILTER (WHERE owner = ${webhook.owner}) AS own FROM webhook`,
      );
      const { own, every } = countsIn(counts);
      if (own >= ofOwner) return 'too_many';
      if (every >= inAll) return 'full';

      const { id, owner, repository, url, query, secret, createdAt, place } = webhook;
      const kinds = JSON.stringify(webhook.kinds);
      const row = {
        id,
        owner,
        repository,
        url,
        kinds,
        query,
        secret,
        createdAt,
        ...placeOf(place),
        woken: 1,
      };
      yield* run(insert('webhook', row));
      return 'added';
    });
  }

  find(id: string): Promise<Webhook | undefined> {
    return this.database.getAs(webhookIn, sql`SELECT * FROM webhook WHERE id = ${id}`);
  }

  ofActor(actor: Actor): Promise<readonly Webhook[]> {
    return this.database.allAs(
      webhookIn,
      sql`SELECT * FROM webhook WHERE ${isOf(actor)} ORDER BY created_at, id`,
    );
  }

  async active(): Promise<ActiveWebhook[]> {
    return this.database.read(function* () {
      return yield* activeOf(yield* allAs(webhookIn, 'SELECT * FROM webhook WHERE off_at IS NULL'));
    });
  }

  /** Those that are on and that their owners changed since the last call. */
  async takeWoken(): Promise<ActiveWebhook[]> {
    // Mostly there are none, and a read costs less than a write.
    if ((await this.database.get('SELECT 1 FROM webhook WHERE woken = 1 LIMIT 1')) === undefined) return [];

    return this.database.transaction(function* () {
      const woken = 'UPDATE webhook SET woken = 0 WHERE woken = 1 RETURNING *';
      return yield* activeOf(yield* allAs(webhookIn, woken));
    });
  }

  async remove(id: string): Promise<void> {
    await this.database.transaction(function* () {
      yield* run(sql`DELETE FROM webhook WHERE id = ${id}`);
      yield* run(sql`DELETE FROM webhook_delivery WHERE webhook_id = ${id}`);
    });
  }

  async rotate(id: string, secret: string, former: FormerSecret): Promise<boolean> {
    const changed = await this.database.run(
      sql`UPDATE webhook SET secret = ${secret}, former_secret = ${former.secret}, former_until = ${former.until}
          WHERE id = ${id} AND secret = ${former.secret}`,
    );
    return changed === 1;
  }

  async switchOff(id: string, off: Off): Promise<void> {
    await this.database.transaction(() => setOff(id, off));
  }

  async switchOn(id: string, now: Date): Promise<void> {
    await this.database.transaction(function* () {
      yield* run(
        sql`UPDATE webhook SET off_cause = NULL, off_reason = NULL, off_at = NULL, paused_until = NULL, woken = 1
            WHERE id = ${id}`,
      );
      yield* run(
        sql`UPDATE webhook_delivery SET step = 0, first_tried_at = NULL, next_try_at = ${now}
            WHERE webhook_id = ${id} AND status = 'waiting'`,
      );
    });
  }

  async advance(moves: readonly FeedMove[]): Promise<Map<string, number>> {
    return this.database.transaction(function* () {
      const waiting = new Map<string, number>();
      for (const move of moves) {
        if (!(yield* moveOn(move))) continue;
        for (const delivery of move.deliveries) yield* addDelivery(delivery);
        waiting.set(move.webhook, yield* countWaiting(move.webhook));
      }
      return waiting;
    });
  }

  nextDelivery(webhook: string, now: Date): Promise<Delivery | undefined> {
    return this.database.getAs(
      deliveryIn,
      sql`SELECT * FROM webhook_delivery WHERE webhook_id = ${webhook} AND status = 'waiting'
          ORDER BY CASE WHEN next_try_at > ${now} THEN next_try_at ELSE 0 END, number LIMIT 1`,
    );
  }

  async record(delivery: Delivery, { off, acceptedAt, pausedUntil }: WebhookState): Promise<number> {
    const { webhook } = delivery;

    return this.database.transaction(function* () {
      yield* saveTry(delivery);
      yield* run(
        sql`UPDATE webhook SET paused_until = ${pausedUntil}, accepted_at = coalesce(${acceptedAt}, accepted_at)
            WHERE id = ${webhook}`,
      );
      if (off) yield* setOff(webhook, off);
      if (delivery.status !== 'waiting') yield* forgetOldest(webhook);
      return yield* countWaiting(webhook);
    });
  }

  findDelivery(webhook: string, id: string): Promise<Delivery | undefined> {
    return this.database.getAs(
      deliveryIn,
      sql`SELECT * FROM webhook_delivery WHERE webhook_id = ${webhook} AND id = ${id}`,
    );
  }

  deliveries(webhook: string, count: number): Promise<readonly Delivery[]> {
    return this.database.allAs(
      deliveryIn,
      sql`SELECT * FROM webhook_delivery WHERE webhook_id = ${webhook} ORDER BY number DESC LIMIT ${count}`,
    );
  }

  async replay({ webhook, change }: Delivery, now: Date): Promise<void> {
    await this.database.transaction(function* () {
      yield* run(
        sql`UPDATE webhook_delivery SET status = 'waiting', step = 0, first_tried_at = NULL, next_try_at = ${now}
            WHERE webhook_id = ${webhook} AND number = ${change.number}`,
      );
      yield* run(sql`UPDATE webhook SET woken = 1 WHERE id = ${webhook}`);
    });
  }
}

/** The columns of a place in the feed. */
function placeOf({ epoch, number, at }: Webhook['place']): Webhook['place'] {
  return { epoch, number, at };
}

/** Moves a webhook on, unless it is elsewhere or off; says whether it did. */
function* moveOn({ webhook, from, to, missedAt }: FeedMove): Work<boolean> {
  const moved = yield* run(
    sql`UPDATE webhook SET epoch = ${to.epoch}, number = ${to.number}, at = ${to.at}, missed_at = coalesce(${missedAt}, missed_at)
        WHERE id = ${webhook} AND epoch = ${from.epoch} AND number = ${from.number} AND at = ${from.at} AND off_at IS NULL`,
  );

  return moved === 1;
}

function* addDelivery({ webhook: webhookId, change, ...delivery }: Delivery): Work<void> {
  const { number, at, kind, id: serviceId, commit, reason, by: changedBy } = change;
  const { id, epoch, status, tries, step, nextTryAt } = delivery;
  const told = { id, epoch, at, kind, serviceId, commitId: Buffer.from(commit, 'hex'), reason, changedBy };
  const tried = { firstTriedAt: null, lastTriedAt: null, httpStatus: null, detail: null };
  const row = { ...told, ...tried, status, tries, step, nextTryAt };
  yield* run(upsert('webhook_delivery', { webhookId, number }, row));
}

function* saveTry(delivery: Delivery): Work<void> {
  const { webhook, change, status, tries, step, firstTriedAt, lastTriedAt, nextTryAt } = delivery;
  yield* run(
    sql`UPDATE webhook_delivery SET status = ${status}, tries = ${tries}, step = ${step}, first_tried_at = ${firstTriedAt},
          last_tried_at = ${lastTriedAt}, next_try_at = ${nextTryAt}, http_status = ${delivery.httpStatus}, detail = ${delivery.detail}
        WHERE webhook_id = ${webhook} AND number = ${change.number}`,
  );
}

function* setOff(id: string, { cause, reason, at }: Off): Work<void> {
  yield* run(
    sql`UPDATE webhook SET off_cause = ${cause}, off_reason = ${reason}, off_at = ${at} WHERE id = ${id}`,
  );
}

function* forgetOldest(webhook: string): Work<void> {
  const finished = sql`webhook_id = ${webhook} AND status <> 'waiting'`;
  yield* run(
    sql`DELETE FROM webhook_delivery WHERE ${finished} AND number <= (
          SELECT number FROM webhook_delivery WHERE ${finished} ORDER BY number DESC LIMIT 1 OFFSET ${storedDeliveries})`,
  );
}

/** The webhooks that are on, of these. */
function* activeOf(webhooks: readonly Webhook[]): Work<ActiveWebhook[]> {
  const active: ActiveWebhook[] = [];
  for (const webhook of webhooks.filter(({ off }) => !off)) {
    active.push({ ...webhook, waiting: yield* countWaiting(webhook.id) });
  }
  return active;
}

function* countWaiting(webhook: string): Work<number> {
  const row = yield* get(
    sql`SELECT count(*) AS waiting FROM webhook_delivery WHERE webhook_id = ${webhook} AND status = 'waiting'`,
  );

  return waitingIn(row).waiting;
}

function webhookIn(row: unknown): Webhook {
  const { formerSecret, formerUntil, offCause, offReason, offAt, epoch, number, at, ...is } =
    webhookColumnsIn(row);
  const isReplaced = formerSecret !== undefined && formerUntil !== undefined;

  return {
    ...is,
    former: isReplaced ? { secret: formerSecret, until: formerUntil } : undefined,
    place: { epoch, number, at },
    off: offCause && offAt ? { cause: offCause, reason: offReason ?? '', at: offAt } : undefined,
  };
}

function deliveryIn(row: unknown): Delivery {
  const columns = deliveryColumnsIn(row);
  const { webhookId: webhook, number, at, kind, serviceId: id, commitId: commit, reason, ...rest } = columns;
  const { changedBy: by, ...is } = rest;
  const change = { number, at, kind, id, commit };

  return {
    ...is,
    webhook,
    change: { ...change, ...(reason === undefined ? {} : { reason }), ...(by === undefined ? {} : { by }) },
  };
}
