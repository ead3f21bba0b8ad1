import { StateUnavailable } from '../../domain/unavailable.ts';
import type { Work } from './database.ts';

interface Waiting {
  readonly work: () => Work<unknown>;
  /** By `performance.now()`. */
  readonly deadline: number;
  readonly resolve: (result: never) => void;
  readonly reject: (error: unknown) => void;
}

interface Options {
  /** How long a work may wait for its transaction. */
  readonly timeoutMs: number;
  /** The most works in one transaction. */
  readonly maxTogether: number;
  /** Runs works in one transaction, and gives the result of each. */
  readonly commit: (works: readonly (() => Work<unknown>)[], deadline: number) => Promise<readonly unknown[]>;
}

/** Writes works one after another, in the order in which they are submitted. Those that wait at the same time share a transaction. */
export class GroupedWrites {
  readonly #options: Options;
  readonly #waiting: Waiting[] = [];
  #writing: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
  }

  submit<Result>(work: () => Work<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const deadline = performance.now() + this.#options.timeoutMs;
    this.#waiting.push({ work, deadline, resolve, reject });
    this.#writing ??= this.#write();

    return promise;
  }

  /** Resolves when what waits is written. */
  async end(): Promise<void> {
    await this.#writing;
  }

  /** Begins after the microtasks that are queued already, so that acts which one commit answers write together. */
  async #write(): Promise<void> {
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      await this.#commitTogether(this.#waiting.splice(0, this.#options.maxTogether));
    }
    this.#writing = undefined;
  }

  /** When one of several works fails by itself, each gets a transaction of its own. */
  async #commitTogether(group: readonly Waiting[]): Promise<void> {
    const deadline = Math.min(...group.map((each) => each.deadline));
    const works = group.map(({ work }) => work);
    try {
      const results = await this.#options.commit(works, deadline);
      for (const [i, { resolve }] of group.entries()) resolve(results[i] as never);
    } catch (error) {
      const isAlone = group.length === 1;
      for (const each of group) {
        if (isAlone || error instanceof StateUnavailable) each.reject(error);
        else await this.#commitTogether([each]);
      }
    }
  }
}
