/** The queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull';
}

export interface QueueSettings {
  /** How many tasks that go on after their turn run at once. */
  readonly concurrency: number;
  /** How many tasks may wait, per client and in all. */
  readonly maxWaitingPerClient: number;
  readonly maxWaiting: number;
  /** How long a turn begins further tasks. */
  readonly turnMs: number;
  /** Milliseconds. */
  readonly now: () => number;
}

/** Some tasks wait for the database, so running four keeps the CPU busy without delaying anybody for long. */
const defaults: QueueSettings = {
  concurrency: 4,
  maxWaitingPerClient: 64,
  maxWaiting: 512,
  turnMs: 1,
  now: () => performance.now(),
};

/**
 * Starts costly tasks for about a millisecond in a turn of the event loop, so that a burst of them delays any other request by no more than
 * that or by one task, rather than by all. Cheap ones share a turn: with one each, they would come in faster than they are done while other
 * work fills the loop. A task that goes on after its turn has it alone. Clients are served round-robin, so that none waits behind all the requests of another.
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
    const { promise, resolve } = Promise.withResolvers<Result>();

    this.#enqueue(client, () => {
      resolve(this.#perform(task));
    });
    return promise;
  }

  /** Counts as running for as long as it goes on after its turn. */
  async #perform<Result>(task: () => Result | Promise<Result>): Promise<Result> {
    const result = task();
    if (!(result instanceof Promise)) return result;

    this.#running += 1;
    try {
      return await result;
    } finally {
      this.#running -= 1;
      this.#schedule();
    }
  }

  #enqueue(client: string, begin: () => void): void {
    const { maxWaitingPerClient, maxWaiting } = this.#settings;
    const own = this.#waiting.get(client) ?? [];
    if (own.length >= maxWaitingPerClient || this.#count >= maxWaiting) {
      throw new QueueFull('too much work is waiting');
    }

    own.push(begin);
    this.#waiting.set(client, own);
    this.#count += 1;
    this.#schedule();
  }

  get #mayStart(): boolean {
    return this.#count > 0 && this.#running < this.#settings.concurrency;
  }

  #schedule(): void {
    if (this.#isScheduled || !this.#mayStart) return;

    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      this.#startSome();
      this.#schedule();
    });
  }

  #startSome(): void {
    const { turnMs, now } = this.#settings;
    const end = now() + turnMs;
    const running = this.#running;

    do this.#startNext();
    while (this.#mayStart && this.#running === running && now() < end);
  }

  #startNext(): void {
    const [next] = this.#waiting;
    if (!next) return;

    const [client, own] = next;
    const begin = own.shift();
    this.#waiting.delete(client);
    if (own.length > 0) this.#waiting.set(client, own);
    this.#count -= 1;
    begin?.();
  }
}
