import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';

/** A server that has just begun to listen answers its first requests before it does anything else. */
const firstAnswersMs = 1_000;

/** Runs the deferred tasks of a start, one after another, once the server has answered its first requests. */
export class DeferredStartup {
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #stopping: AbortSignal;
  readonly #pauseMs: number;
  readonly #mayRun = Promise.withResolvers<undefined>();

  /** Tasks that have not begun when `stopping` is aborted are skipped. */
  constructor(stopping: AbortSignal, pauseMs = firstAnswersMs) {
    this.#stopping = stopping;
    this.#pauseMs = pauseMs;
  }

  /** Call it when the server listens: the tasks begin after the pause. */
  begin(): void {
    void sleep(this.#pauseMs, undefined, { signal: this.#stopping, ref: false })
      .catch(() => undefined)
      .then(this.#mayRun.resolve);
  }

  /** Resolves when the task is done or skipped. A task that is added long after the start begins at once. */
  run(work: () => Promise<void>): Promise<void> {
    return this.#queue.add(async () => {
      await this.#mayRun.promise;
      if (!this.#stopping.aborted) await work();
    });
  }
}
