import { setImmediate as nextTurn } from 'node:timers/promises';
import { type FeedPosition, printCursor } from '../domain/feed-position.ts';
import type { NumberedChange } from '../domain/service-change.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import type { ChangeFeed } from '../live/change-feed.ts';
import { changeView } from '../views/change.ts';
import { FairQueue } from './fair-queue.ts';

interface Dependencies {
  readonly feed: Pick<ChangeFeed, 'position' | 'after' | 'onChanges'>;
  readonly store: Pick<CatalogStore, 'snapshot'>;
}

/** One client of the stream. */
interface Client {
  /** As limits count it. */
  readonly name: string;
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  /** After the last change that was sent. */
  position: FeedPosition;
  /** Whether it has every change, so that new ones are sent as they come; otherwise it gets them from the feed, as fast as it reads. */
  isCurrent: boolean;
  /** Called once the stream has ended. */
  readonly ended: () => void;
}

/** Changes that were written together, as events. */
interface News {
  readonly events: Uint8Array;
  /** After the last of them. */
  readonly position: FeedPosition;
}

/** Bytes that wait in a stream until its client reads; more are not read from the feed. */
const waitingBytes = 64 * 1024;

/** Changes read at once for a client that is behind: a millisecond's worth. */
const portion = 25;

/** Clients written to before yielding to the event loop: writing to one takes some 30 µs. */
const clientsAtOnce = 50;

/** Shorter than the time after which proxies take a connection for dead. */
const heartbeatMs = 15_000;

/** When clients shall connect again. */
const retryMs = 3_000;

const encoder = new TextEncoder();
const heartbeat = encoder.encode(':\n\n');

/** Sends changes to clients as they happen: server-sent events, as the HTML standard defines them. */
export class ChangeStreams {
  readonly #feed: Pick<ChangeFeed, 'position' | 'after' | 'onChanges'>;
  readonly #store: Pick<CatalogStore, 'snapshot'>;
  readonly #clients = new Set<Client>();
  /** Events that some client has not got yet, oldest first. */
  readonly #news: News[] = [];
  #isSending = false;
  /** Where clients that are behind wait for their next portion. The number of streams bounds it. */
  readonly #behind = new FairQueue({ maxWaiting: Infinity, maxWaitingPerClient: Infinity });
  readonly #stopListening: () => void;
  readonly #heartbeats: NodeJS.Timeout;

  constructor({ feed, store }: Dependencies) {
    this.#feed = feed;
    this.#store = store;
    this.#stopListening = feed.onChanges((changes) => {
      if (changes.length > 0 && this.#clients.size > 0) void this.#notify(changes);
    });
    this.#heartbeats = setInterval(() => {
      void this.#eachClient((client) => {
        if (hasRoom(client)) client.controller.enqueue(heartbeat);
      });
    }, heartbeatMs).unref();
  }

  /** How many clients are connected. */
  get size(): number {
    return this.#clients.size;
  }

  /** A stream of all changes after a place, for a client as limits count it. `ended` is called once it has ended. */
  open(since: FeedPosition, name: string, ended: () => void): ReadableStream<Uint8Array> {
    let client: Client;

    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          client = { name, controller, position: since, isCurrent: false, ended };
          this.#clients.add(client);
          // An id alone is no event, but a client that is cut off now knows where to go on.
          controller.enqueue(encoder.encode(`retry: ${String(retryMs)}\nid: ${printCursor(since)}\n\n`));
        },
        pull: () =>
          this.#catchUpInTurn(client).catch((error: unknown) => {
            // Ends the stream, which nothing else reports.
            this.#forget(client);
            throw error;
          }),
        cancel: () => {
          this.#forget(client);
        },
      },
      new ByteLengthQueuingStrategy({ highWaterMark: waitingBytes }),
    );
  }

  /** Ends all streams. */
  stop(): void {
    clearInterval(this.#heartbeats);
    this.#stopListening();
    for (const client of this.#clients) this.#end(client);
  }

  async #catchUpInTurn(client: Client): Promise<void> {
    if (client.isCurrent) return;

    await this.#behind.run(client.name, () =>
      this.#clients.has(client) ? this.#catchUp(client) : undefined,
    );
  }

  /** Sends the next changes to a client that is behind. */
  async #catchUp(client: Client): Promise<void> {
    const end = this.#feed.position;
    const found = await this.#feed.after(client.position, portion);
    if (!this.#clients.has(client)) return;
    // Its cursor is not stored: it connects again, and learns that changes are missing.
    if (found === 'expired') {
      this.#end(client);
      return;
    }

    const { changes, state } = found;
    const last = changes.at(-1);
    if (last) client.position = placeOf(last, state.position);
    client.isCurrent = changes.length < portion && this.#feed.position === end;
    if (last) client.controller.enqueue(eventsOf(changes, state.position, this.#store.snapshot));
    else if (!client.isCurrent) await this.#catchUp(client);
  }

  /** Sends new changes to the clients that have all others, a few at a time, so that requests are answered in between. */
  async #notify(changes: readonly NumberedChange[]): Promise<void> {
    this.#news.push({
      events: eventsOf(changes, this.#feed.position, this.#store.snapshot),
      position: this.#feed.position,
    });
    if (this.#isSending) return;

    this.#isSending = true;
    for (let news = this.#news[0]; news; news = this.#news[0]) {
      await this.#eachClient((client) => {
        if (client.isCurrent) this.#send(client, news);
      });
      this.#news.shift();
    }
    this.#isSending = false;
  }

  async #eachClient(work: (client: Client) => void): Promise<void> {
    for (const [i, client] of [...this.#clients].entries()) {
      if (i > 0 && i % clientsAtOnce === 0) await nextTurn();
      if (this.#clients.has(client)) work(client);
    }
  }

  /** A client that does not read gets nothing now. When it does, it gets what it lacks from the feed. */
  #send(client: Client, { events, position }: News): void {
    const { position: at } = client;
    if (at.epoch === position.epoch && at.number >= position.number) return;

    client.isCurrent = hasRoom(client) && at.epoch === position.epoch;
    if (!client.isCurrent) return;

    client.position = position;
    client.controller.enqueue(events);
  }

  #end(client: Client): void {
    this.#forget(client);
    client.controller.close();
  }

  #forget(client: Client): void {
    this.#clients.delete(client);
    client.ended();
  }
}

function hasRoom({ controller }: Client): boolean {
  return (controller.desiredSize ?? 0) > 0;
}

function placeOf({ number, at }: NumberedChange, { epoch }: FeedPosition): FeedPosition {
  return { epoch, number, at: at.getTime() };
}

function eventsOf(
  changes: readonly NumberedChange[],
  position: FeedPosition,
  snapshot: CatalogStore['snapshot'],
): Uint8Array {
  const events = changes.map((change) => {
    const view = changeView(change, position, snapshot);
    return `id: ${view.cursor}\nevent: ${view.kind}\ndata: ${JSON.stringify(view)}\n\n`;
  });

  return encoder.encode(events.join(''));
}
