import { Worker } from 'node:worker_threads';
import type { TextKind } from '../../domain/meaning.ts';
import type { ThreadAnswer, ThreadData, ThreadRequest } from './model-thread.ts';

interface Waiting {
  readonly resolve: (answer: ThreadAnswer) => void;
  readonly reject: (error: Error) => void;
}

type Job = Waiting & ThreadRequest;

interface Thread {
  readonly worker: Worker;
  waiting: Waiting | undefined;
}

/**
 * A model in worker threads, so that the event loop answers other requests meanwhile. Each thread holds a copy of the model, about 150 MB of
 * the packaged one, and works on one text at a time; questions go before services.
 */
export class ModelThreads {
  readonly #threads: readonly Thread[];
  readonly #jobs: Readonly<Record<TextKind, Job[]>> = { question: [], service: [] };
  #dimensions = 0;
  #fault: Error | undefined;

  private constructor(workers: readonly Worker[]) {
    this.#threads = workers.map((worker) => ({ worker, waiting: undefined }));
    for (const thread of this.#threads) this.#listen(thread);
  }

  /** Starts the threads, and resolves when every one has loaded the model. @throws {Error} when it cannot be loaded; the message says why. */
  static async start(data: ThreadData, count: number): Promise<ModelThreads> {
    const module = new URL('./model-thread.ts', import.meta.url);
    const workers = Array.from(
      { length: count },
      () => new Worker(module, { workerData: data, env: process.env }),
    );
    const model = new ModelThreads(workers);
    try {
      await model.#loaded();
      return model;
    } catch (error) {
      await model.close();
      throw error;
    }
  }

  get dimensions(): number {
    return this.#dimensions;
  }

  /** A unit vector whose direction is the meaning of the text. @throws {Error} when a thread has ended or the model fails. */
  async embed(text: string, kind: TextKind): Promise<Float32Array> {
    if (this.#fault) throw this.#fault;

    const answer = await new Promise<ThreadAnswer>((resolve, reject) => {
      this.#jobs[kind].push({ text, kind, resolve, reject });
      this.#assign();
    });
    if ('vector' in answer) return answer.vector;

    throw new Error('failure' in answer ? answer.failure : 'the thread of the model gave no vector');
  }

  async close(): Promise<void> {
    this.#fail(new Error('the model is closed'));
    await Promise.all(this.#threads.map(({ worker }) => worker.terminate()));
  }

  async #loaded(): Promise<void> {
    const answers = this.#threads.map(
      (thread) =>
        new Promise<ThreadAnswer>((resolve, reject) => {
          thread.waiting = { resolve, reject };
        }),
    );
    for (const answer of await Promise.all(answers)) {
      if ('dimensions' in answer) this.#dimensions = answer.dimensions;
    }
  }

  #assign(): void {
    for (const thread of this.#threads) {
      if (thread.waiting) continue;

      const job = this.#jobs.question.shift() ?? this.#jobs.service.shift();
      if (!job) return;
      const { text, kind } = job;
      thread.waiting = job;
      // A thread keeps the process alive only while somebody waits for it.
      thread.worker.ref();
      thread.worker.postMessage({ text, kind } satisfies ThreadRequest);
    }
  }

  #listen(thread: Thread): void {
    thread.worker.on('message', (answer: ThreadAnswer) => {
      const { waiting } = thread;
      thread.waiting = undefined;
      thread.worker.unref();
      waiting?.resolve(answer);
      this.#assign();
    });
    thread.worker.on('error', (error: Error) => {
      this.#fail(error);
    });
    thread.worker.on('exit', (code) => {
      this.#fail(new Error(`a thread of the model ended with code ${String(code)}`));
    });
  }

  /** A model that has lost a thread embeds nothing any more: what killed one may kill the next. */
  #fail(error: Error): void {
    this.#fault ??= error;
    const { question, service } = this.#jobs;
    const waiting = [...this.#threads.map((thread) => thread.waiting), ...question, ...service];
    for (const thread of this.#threads) thread.waiting = undefined;
    question.length = 0;
    service.length = 0;
    for (const one of waiting) one?.reject(this.#fault);
  }
}
