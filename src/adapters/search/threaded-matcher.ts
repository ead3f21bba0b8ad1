import { Worker } from 'node:worker_threads';
import { SearchUnavailable } from '../../domain/unavailable.ts';
import { askedBy, type AskedMatcher, type Method } from '../../search/asked.ts';
import type { ThreadAnswer, ThreadRequest } from './matcher-thread.ts';

interface Settings {
  readonly log: { readonly warn: (facts: object, message: string) => void };
  /** How long a question waits for its answer, in milliseconds. */
  readonly maxMs?: number;
  /** How long after its end a thread is started again that has just been started, in milliseconds. */
  readonly pauseMs?: number;
  /** A thread that has answered nothing for so long, in milliseconds, while somebody waits for it, hangs. */
  readonly hungMs?: number;
  readonly module?: URL;
}

interface Waiting {
  readonly method: Method;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** What changes a matcher. Nobody waits for it as for an answer: it takes as long as it takes. */
const changes: ReadonlySet<Method> = new Set(['update', 'addVectors', 'missingVectors', 'usedVectors']);

const defaults = {
  maxMs: 5_000,
  pauseMs: 5_000,
  hungMs: 120_000,
  module: new URL('./matcher-thread.ts', import.meta.url),
};

/**
 * A matcher in a worker thread. When the thread ends, another takes its place, and `onRestart` is called to tell it what the one before knew;
 * what is asked meanwhile waits.
 */
export class ThreadedMatcher {
  readonly asked: AskedMatcher = askedBy((method, given) => this.#ask(method, given));
  readonly #settings: Settings & typeof defaults;
  readonly #waiting = new Map<number, Waiting>();
  /** Answers that came and are not taken yet. */
  readonly #come: ThreadAnswer[] = [];
  /** The questions that were asked while there is no thread. */
  #unsent: ThreadRequest[] = [];
  #worker: Worker | undefined;
  #startedAt = 0;
  #answeredAt = 0;
  #asked = 0;
  #isClosed = false;
  /** Whether the thread has taken in the first change, which tells it of all services. */
  #isFilled = false;
  #timer: NodeJS.Timeout | undefined;
  #onRestart: () => void = () => undefined;

  constructor(settings: Settings) {
    this.#settings = { ...defaults, ...settings };
    this.#start();
  }

  /** Calls `listener` when a new thread needs everything. */
  onRestart(listener: () => void): void {
    this.#onRestart = listener;
  }

  /** What `GET /health` says. */
  get fault(): string | undefined {
    return this.#isFilled
      ? undefined
      : 'the search was started again and reads all services, so searches are answered 503; the log says why';
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#worker?.terminate();
    this.#fail(new SearchUnavailable('the search is closed'));
  }

  #ask(method: Method, given: readonly unknown[]): Promise<unknown> {
    if (this.#isClosed) return Promise.reject(new SearchUnavailable('the search is closed'));
    if (!this.#worker && changes.has(method)) return untilRestart(method);

    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    this.#asked += 1;
    const until = changes.has(method) ? {} : { until: Date.now() + this.#settings.maxMs };
    const request: ThreadRequest = { id: this.#asked, method, given, ...until };
    this.#waiting.set(request.id, { method, resolve, reject });
    if (this.#worker) this.#worker.postMessage(request);
    else this.#unsent.push(request);
    return changes.has(method) ? promise : this.#inTime(promise, request.id);
  }

  async #inTime(answer: Promise<unknown>, id: number): Promise<unknown> {
    const { maxMs } = this.#settings;
    const timer: NodeJS.Timeout = setTimeout(() => {
      this.#end(id)?.reject(new SearchUnavailable(`the search gave no answer within ${String(maxMs)} ms`));
      this.#endIfHung();
    }, maxMs);
    try {
      return await answer;
    } finally {
      clearTimeout(timer);
    }
  }

  #start(): void {
    const worker = new Worker(this.#settings.module, { env: process.env });
    worker.unref();
    worker.on('message', (answer: ThreadAnswer) => {
      this.#answeredAt = performance.now();
      if (this.#come.push(answer) === 1) setImmediate(() => this.#takeNext());
    });
    worker.on('error', (error: unknown) => {
      this.#settings.log.warn({ error }, 'the thread of the search failed; it is started again');
    });
    worker.on('exit', () => {
      this.#restart();
    });
    this.#worker = worker;
    this.#startedAt = performance.now();
    this.#answeredAt = this.#startedAt;
  }

  /** To read all services takes up to a minute, in which nothing is answered. */
  #endIfHung(): void {
    const { hungMs, log } = this.#settings;
    const silentMs = performance.now() - this.#answeredAt;
    if (!this.#worker || silentMs < hungMs) return;

    log.warn({ silentMs }, 'the thread of the search answers nothing; it is started again');
    void this.#worker.terminate();
  }

  /** One answer in each turn of the event loop: the work after several at once would delay other requests. */
  #takeNext(): void {
    const answer = this.#come.shift();
    if (this.#come.length > 0) setImmediate(() => this.#takeNext());
    if (answer) this.#take(answer);
  }

  #take({ id, answer, failure }: ThreadAnswer): void {
    const waiting = this.#end(id);
    this.#isFilled ||= waiting?.method === 'update' && failure === undefined;
    if (failure === undefined) waiting?.resolve(answer);
    else if (waiting && isResentOnRestart(waiting.method)) this.#startOver(failure);
    else waiting?.reject(new Error(failure));
  }

  /** A thread that could not follow a change would hide services: it ends, and the next one gets everything. */
  #startOver(failure: string): void {
    this.#settings.log.warn({ failure }, 'the search failed on a change; it is started again');
    void this.#worker?.terminate();
  }

  #end(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  /** A thread that ends at once is not started again at once. */
  #restart(): void {
    this.#worker = undefined;
    this.#isFilled = false;
    if (this.#isClosed) return;

    this.#fail(new SearchUnavailable('the thread of the search has ended, and is started again'));
    const { pauseMs } = this.#settings;
    const lived = performance.now() - this.#startedAt;
    this.#timer = setTimeout(
      () => {
        this.#startAnew();
      },
      lived < pauseMs ? pauseMs : 0,
    );
  }

  /** The new thread gets everything before the questions that wait for it. */
  #startAnew(): void {
    this.#start();
    this.#onRestart();
    for (const request of this.#unsent) {
      if (this.#waiting.has(request.id)) this.#worker?.postMessage(request);
    }
    this.#unsent = [];
  }

  #fail(error: Error): void {
    for (const [id, { method, resolve, reject }] of this.#waiting) {
      this.#waiting.delete(id);
      if (isResentOnRestart(method)) resolve(undefined);
      else reject(error);
    }
  }
}

/** Whether a restart sends this to the next thread anyway. */
function isResentOnRestart(method: Method): boolean {
  return method === 'update';
}

function untilRestart(method: Method): Promise<unknown> {
  return isResentOnRestart(method)
    ? Promise.resolve(undefined)
    : Promise.reject(new SearchUnavailable('the thread of the search is started again'));
}
