/** The queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface QueueSettings {
  /** How many tasks run at once. */
  readonly concurrency: number;
  /** How many tasks may wait, per client and in all. */
  readonly maxWaitingPerClient: number;
  readonly maxWaiting: number;
}

/** Some tasks wait for the database, so running four keeps the CPU busy without delaying anybody for long. */
const defaults: QueueSettings = { concurrency: 4, maxWaitingPerClient: 64, maxWaiting: 512 };

/**
 * Starts at most one costly task per turn of the event loop, so that a burst of them delays any other request by one task rather
 * than by all. Clients are served round-robin, so that none waits behind all the requests of another.
 */
export class FairQueue {
  readonly #settings: QueueSettings;
  /** Waiting tasks by client; the first client is served next. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #count = 0;
  #running = 0;
  #isScheduled = false;

  constructor(settings: Partial<QueueSettings> = {}) {
    this.#settings = { ...defaults, ...settings };
  }

  /** How many tasks wait for their turn. */
  get waiting(): number {
    return this.#count;
  }

  /** Runs a task when its turn comes. @throws {QueueFull} */
  async run<Result>(client: string, task: () => Result | Promise<Result>): Promise<Result> {
    await this.#enqueue(client);

    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  /** Resolves when the task may start. */
  #enqueue(client: string): Promise<void> {
    const { maxWaitingPerClient, maxWaiting } = this.#settings;
    const own = this.#waiting.get(client) ?? [];
    if (own.length >= maxWaitingPerClient || this.#count >= maxWaiting) {
      return Promise.reject(new QueueFull('too much work is waiting'));
    }

    return new Promise((begin) => {
      own.push(begin);
      this.#waiting.set(client, own);
      this.#count += 1;
      this.#schedule();
    });
  }

  #schedule(): void {
    if (this.#isScheduled || this.#count === 0 || this.#running >= this.#settings.concurrency) return;

    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startNext();
      this.#schedule();
    });
  }

  #startNext(): void {
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
