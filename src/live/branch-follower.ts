import type { FileFollower } from './file-follower.ts';
import { longestTimerMs } from './longest-timer.ts';
import type { Log, Upstream } from './ports.ts';
import type { SerialQueue } from './serial-queue.ts';

interface Dependencies {
  readonly upstream: Upstream;
  readonly files: FileFollower;
  /** The one writer of the catalog. */
  readonly writer: SerialQueue;
  /** Time between two looks; 0 for none by itself. */
  readonly intervalMs: number;
  readonly log: Log;
}

/** Follows the branch that the catalog's home is, where others merge and push. */
export class BranchFollower {
  readonly #dependencies: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  #lastFailure: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the branch could not be followed at the last look; undefined when it could. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  start(): void {
    const { intervalMs } = this.#dependencies;
    if (intervalMs === 0) return;

    this.#timer = setTimeout(
      () => {
        void this.look().then(() => {
          if (this.#timer) this.start();
        });
      },
      Math.min(intervalMs, longestTimerMs),
    );
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  /** Takes up what is new on the branch. Where it cannot be asked, the catalog stays as it is until the next look. */
  async look(): Promise<void> {
    const { upstream, writer, log } = this.#dependencies;
    try {
      if (await upstream.isBehind()) await writer.run(() => this.catchUp());
      this.#lastFailure = undefined;
    } catch (error) {
      this.#lastFailure = error instanceof Error ? error.message : String(error);
      log.warn({ error }, 'the branch could not be followed; the catalog stays as it is');
    }
  }

  /** The same without asking first, for whoever has the writer's turn. */
  async catchUp(): Promise<void> {
    const { upstream, files } = this.#dependencies;
    await files.applyLocked(await upstream.pull());
    await files.applyCommitLocked();
  }
}
