import { setImmediate as turn } from 'node:timers/promises';
import { type FeedPosition, firstLive, printCursor } from '../domain/feed-position.ts';
import { CannotAsk } from '../domain/probe.ts';
import type { NumberedChange } from '../domain/service-change.ts';
import type { ActiveWebhook, Delivery, FeedMove, Off, Webhook } from '../domain/webhook.ts';
import { bodyOf } from '../views/body.ts';
import { eventView } from '../views/webhook.ts';
import { afterTry, isAccepted } from '../webhooks/after-try.ts';
import { messageId } from '../webhooks/message.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { DueServices } from './due-services.ts';
import type { Blocks, Clock, Log, Metrics, WebhookStore, WebhookTargets } from './ports.ts';
import { postTo } from './post-to-webhook.ts';
import { forRequest } from './request-context.ts';
import { SendingSlots } from './sending-slots.ts';
import { type ReadQuestion, FilterableChanges } from './filterable-changes.ts';

interface Dependencies {
  readonly feed: Pick<ChangeFeed, 'position' | 'after' | 'onChanges'>;
  readonly store: Pick<CatalogStore, 'snapshot' | 'search'>;
  readonly webhooks: Pick<
    WebhookStore,
    'active' | 'takeWoken' | 'find' | 'advance' | 'nextDelivery' | 'record' | 'switchOff'
  >;
  readonly targets: WebhookTargets;
  /** Throws once another server may deliver; called before each request. */
  readonly assertHeld: () => void;
  readonly blocks: Blocks;
  readonly questionOf: ReadQuestion;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
}

/** A webhook that is on, as far as it has come in the feed. */
interface Reader extends Pick<Webhook, 'id' | 'owner' | 'kinds' | 'query'> {
  /** Of its target. */
  readonly host: string;
  place: FeedPosition;
  waiting: number;
  /** Whether the target answered promptly the last time. */
  isPrompt: boolean;
}

const tickMs = 1_000;

/** Changes read from the feed at once. */
const portion = 100;

/** A webhook with this many deliveries that wait reads no further: its place in the feed is its queue. */
const maxWaiting = 100;

/** Webhooks that move on between two turns of the event loop. */
const movedAtOnce = 20;

/** A target that takes longer shares the slots of those that fail. */
const promptMs = 2_000;

/** When to try again after a fault of this machine. */
const faultPauseMs = 10_000;

/**
 * Tells targets of changes, in the form of Standard Webhooks. Each webhook has its own place in the feed: what lies behind that place has become
 * deliveries in the database, written in the transaction in which the place moved. So a change is neither lost nor delivered as a new one, whenever
 * the process ends.
 *
 * A target gets one request at a time, in the order of the feed. A delivery that fails holds up the later ones for five seconds, until its
 * first retry; after that, they go first.
 */
export class WebhookDeliveries {
  readonly #dependencies: Dependencies;
  readonly #readers = new Map<string, Reader>();
  /** Webhooks that may have something to send now, in the order of their turns. */
  readonly #ready = new Set<string>();
  readonly #sending = new Map<string, Promise<void>>();
  /** Webhooks, and when they have something to send. */
  readonly #due: DueServices;
  readonly #slots = new SendingSlots();
  readonly #stopping = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #stopListening: () => void = () => undefined;
  #reading: Promise<void> | undefined;
  #looking: Promise<void> | undefined;
  #isLoaded = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#due = new DueServices(dependencies.clock(), tickMs);
  }

  get queue(): { readonly webhooks: number; readonly waiting: number } {
    const waiting = [...this.#readers.values()].reduce((sum, reader) => sum + reader.waiting, 0);

    return { webhooks: this.#readers.size, waiting };
  }

  /** Goes on where the last server ended. Never rejects. */
  async start(): Promise<void> {
    this.#stopListening = this.#dependencies.feed.onChanges(() => {
      this.#read();
    });
    this.#timer = setInterval(() => {
      this.tick();
    }, tickMs).unref();
    await this.#load();
  }

  /** Ends the requests that are under way; their deliveries wait, and are sent again with the same id. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    this.#stopping.abort();
    await this.settled();
  }

  /** Takes up what owners changed: webhooks that are new or on again, and deliveries that are to be made again. Never rejects. */
  look(): Promise<void> {
    this.#looking ??= this.#takeWoken().finally(() => (this.#looking = undefined));

    return this.#looking;
  }

  async #takeWoken(): Promise<void> {
    try {
      for (const webhook of await this.#dependencies.webhooks.takeWoken()) this.#follow(webhook);
    } catch (error) {
      this.#dependencies.log.warn({ error }, 'changes of webhooks could not be read; they are read later');
    }
  }

  #follow({ id, owner, url, kinds, query, place, waiting }: ActiveWebhook): void {
    const { hostname: host } = new URL(url);
    this.#readers.set(id, { id, owner, host, kinds, query, place, waiting, isPrompt: false });
    this.#ready.add(id);
    this.#fill();
    this.#read();
  }

  /** Sends nothing more to a webhook. */
  #forget(id: string): void {
    this.#readers.delete(id);
    this.#ready.delete(id);
    this.#due.remove(id);
  }

  tick(): void {
    if (this.#isLoaded) void this.look();
    else void this.#load();
    for (const id of this.#due.take(this.#dependencies.clock())) this.#ready.add(id);
    this.#read();
    this.#fill();
  }

  /** Resolves when nothing is being read or sent. */
  async settled(): Promise<void> {
    while (this.#looking ?? this.#reading ?? this.#sending.size > 0) {
      const work = [this.#looking, this.#reading, ...this.#sending.values()];
      await Promise.race(work.filter((each) => each !== undefined));
    }
  }

  /** Never rejects. What fails is tried again with the next tick. */
  async #load(): Promise<void> {
    const { webhooks, log } = this.#dependencies;
    try {
      for (const webhook of await webhooks.active()) this.#follow(webhook);
      this.#isLoaded = true;
    } catch (error) {
      log.warn({ error }, 'the webhooks could not be read; nothing is delivered until they can');
    }
  }

  /** Reads on in the feed, unless that is under way. */
  #read(): void {
    if (this.#reading || this.#behind().length === 0) return;

    this.#reading = forRequest(undefined, () => this.#readOn()).finally(() => {
      this.#reading = undefined;
      this.#fill();
    });
  }

  /** Never rejects. What fails is tried again with the next tick. */
  async #readOn(): Promise<void> {
    try {
      for (let behind = this.#behind(); behind.length > 0; behind = this.#behind()) {
        const places = Map.groupBy(behind, ({ place }) => printCursor(place));
        let hasMoved = false;
        for (const readers of places.values()) hasMoved = (await this.#readFrom(readers)) || hasMoved;
        this.#fill();
        // The database has no change that the feed knows: it was restored, and the feed learns of it with the next change.
        if (!hasMoved) return;
        await turn();
      }
    } catch (error) {
      this.#dependencies.log.warn({ error }, 'webhooks could not read on in the feed; they do so later');
    }
  }

  /** The webhooks with room for deliveries that do not have all changes. */
  #behind(): Reader[] {
    if (this.#stopping.signal.aborted) return [];

    const end = this.#dependencies.feed.position;
    return [...this.#readers.values()].filter(
      ({ place, waiting }) => waiting < maxWaiting && !isSame(place, end),
    );
  }

  /** Moves webhooks that are at the same place on by a portion; says whether there was one. */
  async #readFrom(readers: readonly Reader[]): Promise<boolean> {
    const { feed, clock } = this.#dependencies;
    const [{ place } = { place: feed.position }] = readers;
    const found = await feed.after(place, portion);
    if (found === 'expired') {
      await this.#moveAll(readers, () => ({
        ...{ from: place, to: feed.position, deliveries: [] },
        missedAt: clock(),
      }));
      return true;
    }

    const last = found.changes.at(-1);
    if (!last) return false;
    const to = { ...place, number: last.number, at: last.at.getTime() };
    const filterable = new FilterableChanges(
      found.changes.filter(({ number }) => number >= firstLive),
      this.#dependencies,
    );
    await this.#moveAll(readers, async (reader) => {
      const changes = await filterable.matching(reader);
      return {
        ...{ from: place, to },
        deliveries: changes.map((change) => this.#deliveryOf(change, reader, place)),
      };
    });
    return true;
  }

  /** Moves webhooks, some at once, so that others get their turns in between. */
  async #moveAll(
    readers: readonly Reader[],
    moveOf: (reader: Reader) => Omit<FeedMove, 'webhook'> | Promise<Omit<FeedMove, 'webhook'>>,
  ): Promise<void> {
    for (let begin = 0; begin < readers.length; begin += movedAtOnce) {
      if (begin > 0) await turn();
      const some = readers.slice(begin, begin + movedAtOnce);
      const moves = some.map(async (reader) => ({ webhook: reader.id, ...(await moveOf(reader)) }));
      await this.#move(await Promise.all(moves));
    }
  }

  #deliveryOf(change: NumberedChange, { id: webhook }: Reader, { epoch }: FeedPosition): Delivery {
    const cursor = printCursor({ epoch, number: change.number, at: change.at.getTime() });

    return {
      id: messageId(webhook, cursor),
      webhook,
      epoch,
      change,
      status: 'waiting',
      tries: 0,
      step: 0,
      firstTriedAt: undefined,
      lastTriedAt: undefined,
      nextTryAt: this.#dependencies.clock(),
      httpStatus: undefined,
      detail: undefined,
    };
  }

  async #move(moves: readonly FeedMove[]): Promise<void> {
    const moved = await this.#dependencies.webhooks.advance(moves);
    for (const { webhook, to, deliveries } of moves) {
      const waiting = moved.get(webhook);
      const reader = this.#readers.get(webhook);
      if (waiting === undefined) await this.#reload(webhook);
      else if (reader) {
        reader.place = to;
        reader.waiting = waiting;
        if (deliveries.length > 0) this.#ready.add(webhook);
      }
    }
  }

  /** Takes over what another wrote: an operator who restored the database, say. */
  async #reload(id: string): Promise<void> {
    const webhook = await this.#dependencies.webhooks.find(id);
    const reader = this.#readers.get(id);
    if (!webhook || webhook.off) this.#forget(id);
    else if (reader) reader.place = webhook.place;
  }

  /** Begins requests to the targets whose turn it is, as far as slots are free. */
  #fill(): void {
    if (this.#stopping.signal.aborted) return;

    for (const id of this.#ready) {
      const reader = this.#readers.get(id);
      if (!reader) this.#ready.delete(id);
      if (!reader || this.#sending.has(id)) continue;
      const giveBack = this.#slots.take(reader);
      if (!giveBack) continue;

      this.#ready.delete(id);
      // Whoever wakes a webhook does not cause what is sent from then on.
      const sending = forRequest(undefined, () => this.#send(reader)).finally(() => {
        giveBack();
        this.#sending.delete(id);
        this.#fill();
      });
      this.#sending.set(id, sending);
    }
  }

  /** Sends the next delivery of a webhook, if one is due. Never rejects. */
  async #send(reader: Reader): Promise<void> {
    const { clock, log } = this.#dependencies;
    const { id } = reader;
    try {
      const next = await this.#sendNext(reader);
      // Its next turn comes after those of the others.
      if (next === 'now') this.#ready.add(id);
      else if (next) this.#due.set(id, next.getTime());
    } catch (error) {
      if (this.#stopping.signal.aborted) return;

      const facts = { error, webhook: id };
      if (!(error instanceof CannotAsk)) log.error(facts, 'a delivery could not be made; it is tried again');
      this.#due.set(id, clock().getTime() + faultPauseMs);
    }
  }

  /** Returns when to send again; undefined when nothing waits. */
  async #sendNext(reader: Reader): Promise<Date | 'now' | undefined> {
    const { webhooks, clock } = this.#dependencies;
    const now = clock();
    const webhook = await webhooks.find(reader.id);
    if (!webhook || webhook.off) {
      this.#forget(reader.id);
      return undefined;
    }

    const { pausedUntil = now } = webhook;
    const delivery = await webhooks.nextDelivery(webhook.id, now);
    if (!delivery) return undefined;
    const { nextTryAt = now } = delivery;
    const dueAt = pausedUntil > nextTryAt ? pausedUntil : nextTryAt;
    if (dueAt > now) return dueAt;

    const off = await this.#blockOf(webhook);
    if (off) {
      await webhooks.switchOff(webhook.id, off);
      this.#forget(webhook.id);
      return undefined;
    }
    return this.#try(webhook, delivery, reader);
  }

  async #try(webhook: Webhook, delivery: Delivery, reader: Reader): Promise<'now' | undefined> {
    const { webhooks, store, clock, random, log, metrics } = this.#dependencies;
    const begun = clock().getTime();
    const body = bodyOf(eventView(delivery, store.snapshot));
    this.#dependencies.assertHeld();
    const message = { id: delivery.id, body };
    const answer = await postTo(webhook, message, this.#stopping.signal, this.#dependencies);
    const now = clock();
    metrics?.attempted(isAccepted(answer) ? 'accepted' : 'refused');
    reader.isPrompt = isAccepted(answer) && now.getTime() - begun <= promptMs;

    const after = afterTry(webhook, delivery, answer, { now, random: random() });
    reader.waiting = await webhooks.record(after.delivery, after.webhook);
    const { off } = after.webhook;
    if (!off) {
      this.#read();
      return 'now';
    }
    log.info({ webhook: webhook.id, reason: off.reason }, 'a webhook was switched off');
    this.#forget(webhook.id);
    return undefined;
  }

  /** Why the operator has deliveries stopped; undefined when they may go on. */
  async #blockOf({ owner, url }: Webhook): Promise<Off | undefined> {
    const { blocks, clock } = this.#dependencies;
    const at = clock();
    const ofOwner = await blocks.ownerBlock(owner);
    if (ofOwner) return { cause: 'owner_blocked', reason: `The operator blocked you: ${ofOwner.reason}`, at };

    const ofHost = await blocks.hostBlock(new URL(url).hostname);
    if (!ofHost) return undefined;
    const { subject, reason } = ofHost;
    return { cause: 'host_blocked', reason: `The operator blocked the host ${subject}: ${reason}`, at };
  }
}

function isSame(one: FeedPosition, other: FeedPosition): boolean {
  return one.number === other.number && one.at === other.at && one.epoch === other.epoch;
}
