import type { Actor } from '../domain/owner.ts';
import type { Delivery, Webhook } from '../domain/webhook.ts';
import { makeWebhook, maxOfOwner, rotated, type Wanted } from '../webhooks/make-webhook.ts';
import type { ChangeFeed } from './change-feed.ts';
import type { Clock, WebhookStore } from './ports.ts';
import type { TestAnswer, WebhookTests } from './webhook-tests.ts';

interface Dependencies {
  readonly feed: Pick<ChangeFeed, 'position'>;
  readonly webhooks: WebhookStore;
  readonly tests: Pick<WebhookTests, 'test'>;
  /** Called when there may be something to deliver, which the server that delivers finds within a second anyway. */
  readonly changed: () => void;
  readonly clock: Clock;
}

export interface WebhookWithDeliveries {
  readonly webhook: Webhook;
  readonly deliveries: readonly Delivery[];
}

/** All owners together. Each change of the catalog becomes as many requests. */
const maxInAll = 5_000;

const shownDeliveries = 20;

export class Webhooks {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Makes a webhook for all changes from now on. `too_many` of this owner, or `full` of all. */
  async create(actor: Actor, wanted: Wanted): Promise<Webhook | 'too_many' | 'full'> {
    const { feed, webhooks, changed, clock } = this.#dependencies;
    const webhook = makeWebhook(actor, wanted, feed.position, clock());
    const added = await webhooks.add(webhook, { ofOwner: maxOfOwner, inAll: maxInAll });
    if (added !== 'added') return added;

    changed();
    return webhook;
  }

  /** All that an actor may manage, oldest first. */
  async list(actor: Actor): Promise<WebhookWithDeliveries[]> {
    const own = await this.#dependencies.webhooks.ofActor(actor);

    return Promise.all(own.map((webhook) => this.withDeliveries(webhook)));
  }

  /** A webhook that an actor may manage; undefined when it has none with this id. */
  async find({ owner, repository }: Actor, id: string): Promise<Webhook | undefined> {
    const webhook = await this.#dependencies.webhooks.find(id);
    const isOwn = webhook?.owner === owner && (repository === undefined || webhook.repository === repository);

    return isOwn ? webhook : undefined;
  }

  async withDeliveries(webhook: Webhook): Promise<WebhookWithDeliveries> {
    return {
      webhook,
      deliveries: await this.#dependencies.webhooks.deliveries(webhook.id, shownDeliveries),
    };
  }

  async remove({ id }: Webhook): Promise<void> {
    await this.#dependencies.webhooks.remove(id);
  }

  /** Gives a webhook a new secret, beside the one that it has then: another request may just have given it one. Undefined when it is gone. */
  async rotate({ id }: Pick<Webhook, 'id'>): Promise<ReturnType<typeof rotated> | undefined> {
    const { webhooks, clock } = this.#dependencies;

    for (;;) {
      const webhook = await webhooks.find(id);
      if (!webhook) return undefined;

      const next = rotated(webhook, clock());
      if (await webhooks.rotate(id, next.secret, next.former)) return next;
    }
  }

  /** Switches a webhook on; it resumes at its cursor. */
  async enable(webhook: Webhook): Promise<Webhook> {
    const { webhooks, changed, clock } = this.#dependencies;
    if (!webhook.off) return webhook;

    await webhooks.switchOn(webhook.id, clock());
    changed();
    return { ...webhook, off: undefined, pausedUntil: undefined };
  }

  /** Has a delivery made again, with the same id. */
  async replay({ id }: Webhook, deliveryId: string): Promise<Delivery | undefined> {
    const { webhooks, changed, clock } = this.#dependencies;
    const delivery = await webhooks.findDelivery(id, deliveryId);
    if (!delivery) return undefined;

    await webhooks.replay(delivery, clock());
    changed();
    return webhooks.findDelivery(id, deliveryId);
  }

  /** Sends an event to the target now, and resolves to its answer; `busy` while too many do so. @throws {CannotAsk} when this machine is at fault */
  test(webhook: Webhook): Promise<TestAnswer | 'busy'> {
    return this.#dependencies.tests.test(webhook);
  }
}
