import { Worker } from 'node:worker_threads';
import { CannotAsk, type ProbeResult } from '../../domain/probe.ts';
import type { HttpProbe, ProbeOptions, ReadOptions } from './http-probe.ts';
import type { Outcome } from './probe-outcome.ts';
import type { ThreadAnswer, ThreadData, ThreadQuestion, ThreadRequest } from './probe-questions.ts';

interface Waiting {
  readonly host: string;
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (reason: CannotAsk) => void;
}

/**
 * An `HttpProbe` in a worker thread, which is started at the first question. A server that makes a hundred checks a second answers requests
 * meanwhile, and the garbage of connections is not collected from a heap that holds the catalog. A thread that ends is replaced at the next
 * question.
 */
export class ThreadedProbe implements Pick<HttpProbe, 'probe' | 'read'> {
  readonly #settings: ThreadData;
  readonly #module: URL;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;
  #worker: Worker | undefined;

  constructor(settings: ThreadData, module: URL) {
    this.#settings = settings;
    this.#module = module;
  }

  /** See `HttpProbe`. Rejects with `CannotAsk` also when the thread ended. */
  async probe(endpoint: string, { signal, ...options }: ProbeOptions = {}): Promise<ProbeResult> {
    return (await this.#ask({ probe: endpoint, options }, endpoint, signal)) as ProbeResult;
  }

  /** See `HttpProbe`. Rejects with `CannotAsk` also when the thread ended. */
  async read(url: string, { signal, ...options }: ReadOptions): Promise<Outcome> {
    return (await this.#ask({ read: url, options }, url, signal)) as Outcome;
  }

  async #ask(question: ThreadQuestion, url: string, signal?: AbortSignal): Promise<ProbeResult | Outcome> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ThreadAnswer>();
    const id = (this.#asked += 1);
    this.#waiting.set(id, { host: new URL(url).hostname, resolve, reject });
    const cancel = (): void => this.#post({ id, cancelled: true });
    signal?.addEventListener('abort', cancel);

    try {
      this.#post({ id, ...question });
      // The thread answers what was cancelled too.
      const answer = await promise;
      signal?.throwIfAborted();
      return resultIn(answer);
    } finally {
      signal?.removeEventListener('abort', cancel);
      this.#waiting.delete(id);
      // The thread keeps the process alive only while somebody waits for it.
      if (this.#waiting.size === 0) this.#worker?.unref();
    }
  }

  #post(request: ThreadRequest): void {
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(request);
  }

  #start(): Worker {
    const worker = new Worker(this.#module, { workerData: this.#settings, env: process.env });
    let why = 'the thread that asks has ended';

    worker.on('message', (answer: ThreadAnswer) => this.#waiting.get(answer.id)?.resolve(answer));
    worker.on('error', (error: Error) => (why += `: ${error.message}`));
    worker.on('exit', () => {
      if (this.#worker === worker) this.#worker = undefined;
      for (const { host, reject } of this.#waiting.values()) reject(new CannotAsk(host, why));
    });
    return worker;
  }
}

function resultIn(answer: ThreadAnswer): ProbeResult | Outcome {
  if ('result' in answer) return answer.result;
  if ('cannotAsk' in answer) throw new CannotAsk(answer.cannotAsk.host, answer.cannotAsk.reason);

  throw new Error(answer.failure);
}
