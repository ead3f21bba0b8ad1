import type PQueue from 'p-queue';
import type { FileFollower } from './file-follower.ts';
import type { Log, Upstream } from './ports.ts';
import { Repeated } from './repeated.ts';
import { messageOf } from '../domain/error-code.ts';

interface Dependencies {
  readonly upstream: Upstream;
  readonly files: FileFollower;
  readonly writer: PQueue;
  /** Time between two polls; 0 turns polling off. */
  readonly intervalMs: number;
  readonly log: Log;
}

/** Applies the commits that others merge or push to the catalog's branch. */
export class BranchFollower {
  readonly #dependencies: Dependencies;
  readonly #repeated: Repeated;
  #lastFailure: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#repeated = new Repeated(() => this.look(), dependencies.intervalMs);
  }

  /** Why the last poll failed; undefined when it succeeded. */
  get lastFailure(): string | undefined {
    return this.#lastFailure;
  }

  start(): void {
    this.#repeated.start();
  }

  stop(): void {
    this.#repeated.stop();
  }

  /** Polls once. When the upstream does not answer, the catalog stays as it is until the next poll. */
  async look(): Promise<void> {
    const { upstream, writer, log } = this.#dependencies;
    try {
      if (await upstream.isBehind()) await writer.add(() => this.catchUp());
      this.#lastFailure = undefined;
    } catch (error) {
      this.#lastFailure = messageOf(error);
      log.warn({ error }, 'the branch could not be polled; the catalog stays as it is');
    }
  }

  /** Pulls, for somebody who knows that there are new commits. Rejects when that fails. */
  pull(): Promise<void> {
    return this.#dependencies.writer.add(() => this.catchUp());
  }

  /** Pulls without checking first whether there are new commits; the caller holds the writer lock. */
  async catchUp(): Promise<void> {
    const { upstream, files } = this.#dependencies;
    await files.applyLocked(await upstream.pull());
    await files.applyCommitLocked();
  }
}
