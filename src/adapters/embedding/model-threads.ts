import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { TextKind } from '../../domain/meaning.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './model-thread.ts';

interface Job extends ThreadRequest {
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: Error) => void;
}

interface Thread {
  readonly worker: Worker;
  job: Job | undefined;
}

/**
 * A model in worker threads, so that the event loop answers other requests meanwhile. Each thread holds a copy of the model, about 150 MB of
 * the packaged one, and works on one text at a time; questions go before services.
 */
export class ModelThreads {
  readonly dimensions: number;
  readonly #threads: Thread[];
  readonly #waiting: Readonly<Record<TextKind, Job[]>> = { question: [], service: [] };
  #fault: Error | undefined;

  private constructor(dimensions: number, workers: readonly Worker[]) {
    this.dimensions = dimensions;
    this.#threads = workers.map((worker) => ({ worker, job: undefined }));
    for (const thread of this.#threads) this.#listen(thread);
  }

  /** Starts the threads, and resolves when every one has loaded the model. @throws {Error} when it cannot be loaded; the message says why. */
  static async start(data: ThreadData, count: number): Promise<ModelThreads> {
    const workers = Array.from(
      { length: count },
      () => new Worker(new URL('./model-thread.ts', import.meta.url), { workerData: data, env: process.env }),
    );
    try {
      const [dimensions = 0] = await Promise.all(workers.map((worker) => dimensionsOf(worker)));
      return new ModelThreads(dimensions, workers);
    } catch (error) {
      await Promise.all(workers.map((worker) => worker.terminate()));
      throw error;
    }
  }

  get count(): number {
    return this.#threads.length;
  }

  /** How many questions wait for a thread. */
  get waitingQuestions(): number {
    return this.#waiting.question.length;
  }

  /** A unit vector whose direction is the meaning of the text. @throws {Error} when a thread has ended or the model fails. */
  embed(text: string, kind: TextKind): Promise<Float32Array> {
    if (this.#fault) return Promise.reject(this.#fault);

    return new Promise((resolve, reject) => {
      this.#waiting[kind].push({ text, kind, resolve, reject });
      this.#assign();
    });
  }

  async close(): Promise<void> {
    this.#fail(new Error('the model is closed'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  #assign(): void {
    for (const thread of this.#threads) {
      if (thread.job) continue;

      thread.job = this.#waiting.question.shift() ?? this.#waiting.service.shift();
      if (!thread.job) return;
      const { text, kind } = thread.job;
      // A thread keeps the process alive only while somebody waits for it.
      thread.worker.ref();
      thread.worker.postMessage({ text, kind } satisfies ThreadRequest);
    }
  }

  #listen(thread: Thread): void {
    thread.worker.on('message', (answer: ThreadAnswer) => {
      const { job } = thread;
      thread.job = undefined;
      thread.worker.unref();
      if ('vector' in answer) job?.resolve(answer.vector);
      else if ('failure' in answer) job?.reject(new Error(answer.failure));
      this.#assign();
    });
    thread.worker.on('error', (error) => {
      this.#fail(error);
    });
    thread.worker.on('exit', (code) => {
      this.#fail(new Error(`a thread of the model ended with code ${String(code)}`));
    });
    thread.worker.unref();
  }

  /** A model that has lost a thread embeds nothing any more: what killed one may kill the next. */
  #fail(error: Error): void {
    this.#fault ??= error;
    const jobs = [
      ...this.#threads.map(({ job }) => job),
      ...this.#waiting.question,
      ...this.#waiting.service,
    ];
    for (const thread of this.#threads) thread.job = undefined;
    this.#waiting.question.length = 0;
    this.#waiting.service.length = 0;
    for (const job of jobs) job?.reject(this.#fault);
  }
}

async function dimensionsOf(worker: Worker): Promise<number> {
  const loaded = new AbortController();
  const ended = once(worker, 'exit', { signal: loaded.signal }).then(([code]) => {
    throw new Error(`the thread of the model ended with code ${String(code)} while loading it`);
  });
  try {
    // `once` rejects when the thread throws an error.
    const [answer] = (await Promise.race([once(worker, 'message'), ended])) as [ThreadAnswer];
    if (!('dimensions' in answer)) throw new Error('the thread of the model did not say that it is ready');
    return answer.dimensions;
  } finally {
    loaded.abort();
    ended.catch(() => undefined);
  }
}
