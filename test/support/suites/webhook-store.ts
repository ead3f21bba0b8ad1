import { describe, expect, it } from 'vitest';
import type { Delivery, FeedMove, Webhook } from '../../../src/domain/webhook.ts';
import type { WebhookStore } from '../../../src/live/ports.ts';
import { aDelivery, aWebhook, beginning } from '../../fixtures/webhooks.ts';

const now = new Date('2026-03-04T05:06:07.890Z');
const later = (ms: number): Date => new Date(now.getTime() + ms);
const limits = { ofOwner: 20, inAll: 100 };
const off = { cause: 'failing', reason: 'It accepted nothing.', at: now } as const;

/** A move to just after the last of these deliveries. */
function moveTo({ id, place }: Pick<Webhook, 'id' | 'place'>, deliveries: readonly Delivery[]): FeedMove {
  const { number, at } = deliveries.at(-1)?.change ?? { number: 0, at: now };

  return { webhook: id, from: place, to: { ...place, number, at: at.getTime() }, deliveries };
}

/** The contract of every store of webhooks. */
export function webhookStoreSuite(open: () => Promise<WebhookStore>): void {
  async function withWebhook(changes: Partial<Webhook> = {}) {
    const store = await open();
    const webhook = aWebhook(changes);
    await store.add(webhook, limits);
    return { store, webhook };
  }

  /** A webhook with so many deliveries that wait. */
  async function withDeliveries(count: number) {
    const { store, webhook } = await withWebhook();
    const deliveries = Array.from({ length: count }, (_, i) => aDelivery(webhook.id, i + 1));
    await store.advance([moveTo(webhook, deliveries)]);
    return { store, webhook, deliveries };
  }

  describe('a webhook', () => {
    it('comes back as it was added', async () => {
      const { store, webhook } = await withWebhook({
        repository: '612354784',
        kinds: ['created', 'removed'],
        query: 'category=weather&chain=base',
      });

      expect(await store.find(webhook.id)).toEqual(webhook);
      expect(await store.find('wh_other')).toBeUndefined();
    });

    it('is found by its owner, and by the repository that made it', async () => {
      const store = await open();
      const made = [
        aWebhook({ id: 'wh_3', createdAt: later(3) }),
        aWebhook({ id: 'wh_2', createdAt: later(2), repository: '1' }),
        aWebhook({ id: 'wh_1', createdAt: later(1), repository: '2' }),
        aWebhook({ id: 'wh_0', owner: 'other' }),
      ];
      for (const webhook of made) await store.add(webhook, limits);
      const idsOf = async (...actor: Parameters<WebhookStore['ofActor']>): Promise<string[]> =>
        (await store.ofActor(...actor)).map(({ id }) => id);

      expect(await idsOf({ owner: 'acme' })).toEqual(['wh_1', 'wh_2', 'wh_3']);
      expect(await idsOf({ owner: 'acme', repository: '1' })).toEqual(['wh_2']);
      expect(await idsOf({ owner: 'nobody' })).toEqual([]);
    });

    it('is refused where there would be too many', async () => {
      const store = await open();
      const add = (owner: string): ReturnType<WebhookStore['add']> =>
        store.add(aWebhook({ owner }), { ofOwner: 2, inAll: 3 });

      expect([await add('a'), await add('a'), await add('a')]).toEqual(['added', 'added', 'too_many']);
      expect([await add('b'), await add('b')]).toEqual(['added', 'full']);
      expect(await store.ofActor({ owner: 'a' })).toHaveLength(2);
    });

    it('has deliveries that tell who made a change, and why something was deleted', async () => {
      const { store, webhook } = await withWebhook();
      const { change } = aDelivery(webhook.id, 1);
      const told = { ...change, by: 'github:9919', reason: 'Moved.' };
      const delivery = aDelivery(webhook.id, 1, { change: told });
      await store.advance([moveTo(webhook, [delivery])]);

      expect(await store.deliveries(webhook.id, 10)).toEqual([delivery]);
    });

    it('is gone with its deliveries once it is removed', async () => {
      const { store, webhook } = await withDeliveries(2);
      await store.remove(webhook.id);

      expect(await store.find(webhook.id)).toBeUndefined();
      expect(await store.deliveries(webhook.id, 10)).toEqual([]);
    });

    it('has a new secret beside the former one once it is rotated', async () => {
      const { store, webhook } = await withWebhook();
      const former = { secret: webhook.secret, until: later(1000) };
      expect(await store.rotate(webhook.id, 'whsec_new', former)).toBe(true);

      expect(await store.find(webhook.id)).toEqual({ ...webhook, secret: 'whsec_new', former });
    });

    it('is rotated once from each secret, so that no secret is lost that was given out', async () => {
      const { store, webhook } = await withWebhook();
      const former = { secret: webhook.secret, until: later(1000) };
      await store.rotate(webhook.id, 'whsec_first', former);

      expect(await store.rotate(webhook.id, 'whsec_second', former)).toBe(false);
      expect(await store.find(webhook.id)).toMatchObject({ secret: 'whsec_first', former });
    });

    it('is not active while it is off, and says why', async () => {
      const { store, webhook } = await withWebhook();
      expect(await store.active()).toEqual([{ ...webhook, waiting: 0 }]);
      await store.switchOff(webhook.id, off);

      expect(await store.active()).toEqual([]);
      expect(await store.find(webhook.id)).toEqual({ ...webhook, off });
    });

    it('restarts all schedules when it is switched on', async () => {
      const { store, webhook, deliveries } = await withDeliveries(2);
      const [first, second] = deliveries;
      if (!first || !second) throw new Error('there are no deliveries');
      await store.record({ ...first, status: 'delivered' }, { pausedUntil: undefined });
      const tried = { ...second, tries: 10, step: 9, firstTriedAt: now, nextTryAt: undefined };
      await store.record(tried, { off, pausedUntil: later(5) });

      await store.switchOn(webhook.id, later(7));
      expect(await store.find(webhook.id)).toMatchObject({ off: undefined, pausedUntil: undefined });
      expect(await store.nextDelivery(webhook.id, later(7))).toEqual({
        ...tried,
        step: 0,
        firstTriedAt: undefined,
        nextTryAt: later(7),
      });
      expect(await store.findDelivery(webhook.id, first.id)).toMatchObject({ status: 'delivered' });
    });
  });

  describe('moving on in the feed', () => {
    it('takes the webhook and its deliveries together', async () => {
      const { store, webhook } = await withWebhook();
      const deliveries = [1, 2].map((number) => aDelivery(webhook.id, number));
      const move = moveTo(webhook, deliveries);

      expect(await store.advance([move])).toEqual(new Map([[webhook.id, 2]]));
      expect(await store.find(webhook.id)).toEqual({ ...webhook, place: move.to });
      expect(await store.deliveries(webhook.id, 10)).toEqual(deliveries.toReversed());
      expect(await store.active()).toMatchObject([{ id: webhook.id, waiting: 2 }]);
    });

    it('does nothing to a webhook that is elsewhere, off or gone', async () => {
      const { store, webhook } = await withWebhook();
      const other = aWebhook({ id: 'wh_off' });
      await store.add(other, limits);
      await store.switchOff(other.id, off);
      const first = moveTo(webhook, [aDelivery(webhook.id, 1)]);
      await store.advance([first]);

      const moves = [
        { ...first, deliveries: [aDelivery(webhook.id, 2)] },
        { ...first, from: { ...first.to, at: first.to.at + 1 } },
        { ...first, from: { ...first.to, epoch: 'dead'.repeat(4) } },
        moveTo(other, [aDelivery(other.id, 1)]),
        moveTo({ id: 'wh_gone', place: beginning }, [aDelivery('wh_gone', 1)]),
      ];
      expect(await store.advance(moves)).toEqual(new Map());
      expect(await store.deliveries(webhook.id, 10)).toHaveLength(1);
      expect(await store.deliveries(other.id, 10)).toEqual([]);
      expect(await store.deliveries('wh_gone', 10)).toEqual([]);
    });

    it('notes when changes were left out, and keeps that', async () => {
      const { store, webhook } = await withWebhook();
      const to = { ...webhook.place, number: webhook.place.number + 5 };
      await store.advance([{ webhook: webhook.id, from: webhook.place, to, deliveries: [], missedAt: now }]);
      await store.advance([moveTo({ id: webhook.id, place: to }, [aDelivery(webhook.id, 6)])]);

      expect(await store.find(webhook.id)).toMatchObject({ missedAt: now });
    });

    it('keeps every part of a change', async () => {
      const { store, webhook } = await withWebhook();
      const delivery = aDelivery(webhook.id, 1);
      const change = {
        ...delivery.change,
        kind: 'removed',
        reason: 'Fraud — 🌧',
        commit: 'ab'.repeat(20),
      } as const;
      await store.advance([moveTo(webhook, [{ ...delivery, change }])]);

      expect(await store.findDelivery(webhook.id, delivery.id)).toEqual({ ...delivery, change });
    });
  });

  describe('the next delivery', () => {
    it('is the first in the feed that is due, then the one that is due next', async () => {
      const { store, webhook, deliveries } = await withDeliveries(3);
      const nextAfter = async (ms: number): Promise<string | undefined> =>
        (await store.nextDelivery(webhook.id, later(ms)))?.id;
      const [first, second, third] = deliveries;
      if (!first || !second || !third) throw new Error('there are no deliveries');
      expect(await nextAfter(0)).toBe(first.id);

      await store.record({ ...first, nextTryAt: later(20) }, { pausedUntil: undefined });
      expect(await nextAfter(0)).toBe(second.id);
      await store.record({ ...second, nextTryAt: later(10) }, { pausedUntil: undefined });
      await store.record({ ...third, status: 'delivered' }, { pausedUntil: undefined });
      expect(await nextAfter(0)).toBe(second.id);
      expect(await nextAfter(20)).toBe(first.id);
    });

    it('is none when none waits', async () => {
      const { store, webhook } = await withWebhook();

      expect(await store.nextDelivery(webhook.id, now)).toBeUndefined();
    });
  });

  describe('a try', () => {
    it('is recorded with what became of the delivery and the webhook', async () => {
      const { store, webhook, deliveries } = await withDeliveries(2);
      const [first] = deliveries;
      if (!first) throw new Error('there are no deliveries');
      const tried: Delivery = {
        ...first,
        tries: 3,
        step: 2,
        firstTriedAt: now,
        lastTriedAt: later(1),
        nextTryAt: later(2),
        httpStatus: 503,
        detail: 'it answered 503',
      };

      expect(await store.record(tried, { pausedUntil: later(2), acceptedAt: later(1) })).toBe(2);
      expect(await store.findDelivery(webhook.id, first.id)).toEqual(tried);
      expect(await store.find(webhook.id)).toMatchObject({ pausedUntil: later(2), acceptedAt: later(1) });
      expect(await store.record(tried, { pausedUntil: undefined, off })).toBe(2);
      expect(await store.find(webhook.id)).toMatchObject({
        pausedUntil: undefined,
        acceptedAt: later(1),
        off,
      });
    });

    it('of a webhook that is gone leaves nothing behind', async () => {
      const { store, webhook, deliveries } = await withDeliveries(1);
      const [first] = deliveries;
      if (!first) throw new Error('there are no deliveries');
      await store.remove(webhook.id);
      await store.record({ ...first, status: 'delivered' }, { pausedUntil: undefined });

      expect(await store.deliveries(webhook.id, 10)).toEqual([]);
      expect(await store.find(webhook.id)).toBeUndefined();
    });

    it('has the oldest ones forgotten that do not wait', async () => {
      const { store, webhook, deliveries } = await withDeliveries(60);
      const [waits, ...others] = deliveries;
      for (const each of others) {
        await store.record({ ...each, status: 'delivered' }, { pausedUntil: undefined });
      }
      const stored = await store.deliveries(webhook.id, 100);

      expect(stored).toHaveLength(51);
      expect(stored.at(-1)).toEqual(waits);
      expect(stored[0]).toMatchObject({ id: deliveries.at(-1)?.id });
    });
  });

  it('makes a delivery wait again', async () => {
    const { store, webhook, deliveries } = await withDeliveries(1);
    const [first] = deliveries;
    if (!first) throw new Error('there are no deliveries');
    const done: Delivery = {
      ...first,
      status: 'failed',
      tries: 10,
      step: 9,
      firstTriedAt: now,
      nextTryAt: undefined,
    };
    await store.record(done, { pausedUntil: undefined });
    await store.replay(done, later(5));

    expect(await store.nextDelivery(webhook.id, later(5))).toEqual({
      ...done,
      status: 'waiting',
      step: 0,
      firstTriedAt: undefined,
      nextTryAt: later(5),
    });
  });

  it('gives the last deliveries, newest first', async () => {
    const { store, webhook, deliveries } = await withDeliveries(5);

    expect(await store.deliveries(webhook.id, 2)).toEqual(deliveries.toReversed().slice(0, 2));
    expect(await store.findDelivery('wh_other', deliveries[0]?.id ?? '')).toBeUndefined();
  });
}
