/** More work is waiting than can be done soon. */
export class TooManyWaiting extends Error {
  override readonly name = 'TooManyWaiting';
}

export interface TurnsSettings {
  /** Pieces of work under way at once. */
  readonly atOnce: number;
  /** Pieces of work that one client may have waiting, and all clients together. */
  readonly mostPerClient: number;
  readonly most: number;
}

/** Work under way may itself wait, for the database say; four pieces keep the processor busy and hold nobody up for long. */
const defaults: TurnsSettings = { atOnce: 4, mostPerClient: 64, most: 512 };

/**
 * Spreads costly work over the turns of the event loop: one piece begins in each, so that a burst of it delays any other request by
 * one piece and not by all of them. Clients are served in rotation, so that nobody waits behind all of somebody else's requests.
 */
export class Turns {
  readonly #settings: TurnsSettings;
  /** Waiting work by client; the client that is served next stands first. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;
  #running = 0;
  #isScheduled = false;

  constructor(settings: Partial<TurnsSettings> = {}) {
    this.#settings = { ...defaults, ...settings };
  }

  /** Does a piece of work when its turn comes. @throws {TooManyWaiting} */
  async run<Result>(client: string, work: () => Result | Promise<Result>): Promise<Result> {
    await this.#turn(client);

    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  #turn(client: string): Promise<void> {
    const { mostPerClient, most } = this.#settings;
    const own = this.#waiting.get(client) ?? [];
    if (own.length >= mostPerClient || this.#count >= most) {
      return Promise.reject(new TooManyWaiting('too much work is waiting'));
    }

    return new Promise((begin) => {
      own.push(begin);
      this.#waiting.set(client, own);
      this.#count += 1;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#count === 0 || this.#running >= this.#settings.atOnce) return;

    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#beginNext();
      this.#schedule();
    });
  }

  #beginNext(): void {
    const [next] = this.#waiting;
    if (!next) return;

    const [client, own] = next;
    const begin = own.shift();
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    this.#count -= 1;
    this.#running += 1;
    begin?.();
  }
}
