import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';

/** A server that has just begun to listen answers its first requests before it does anything else. */
const firstAnswersMs = 1_000;

/** What a start leaves for later: one part after another, after the first requests. */
export class StartWork {
  readonly #queue = new PQueue({ concurrency: 1 });
  readonly #stopping: AbortSignal;
  readonly #pauseMs: number;
  readonly #mayRun = Promise.withResolvers<undefined>();

  /** Work that has not begun when `stopping` is aborted is left out. */
  constructor(stopping: AbortSignal, pauseMs = firstAnswersMs) {
    this.#stopping = stopping;
    this.#pauseMs = pauseMs;
  }

  /** The server listens: work may begin soon. */
  begin(): void {
    void sleep(this.#pauseMs, undefined, { signal: this.#stopping, ref: false })
      .catch(() => undefined)
      .then(this.#mayRun.resolve);
  }

  /** Resolves when the work is done, or is left out. Work that is added long after the start begins at once. */
  run(work: () => Promise<void>): Promise<void> {
    return this.#queue.add(async () => {
      await this.#mayRun.promise;
      if (!this.#stopping.aborted) await work();
    });
  }
}
