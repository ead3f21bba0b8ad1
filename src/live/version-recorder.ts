import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type BranchExtent,
  BranchRewritten,
  type CatalogCommit,
  filesById,
  type VersionProgress,
} from '../domain/service-version.ts';
import type { CommitHistory, Log, VersionStore } from './ports.ts';

interface Dependencies {
  readonly history: Pick<CommitHistory, 'commits'>;
  readonly versions: Pick<VersionStore, 'progress' | 'record'>;
  readonly log: Log;
}

/** Files recorded before yielding to the event loop. */
const filesAtOnce = 200;

/** Pause after a failure. */
const restMs = 10_000;

/** Keeps the index of versions up to date with git, in the background. */
export class VersionRecorder {
  readonly #history: Pick<CommitHistory, 'commits'>;
  readonly #versions: Pick<VersionStore, 'progress' | 'record'>;
  readonly #log: Log;
  #work: Promise<void> | undefined;
  #restsUntil = 0;
  #isStopping = false;

  constructor({ history, versions, log }: Dependencies) {
    this.#history = history;
    this.#versions = versions;
    this.#log = log;
  }

  /** Records what the branch has beyond the index, unless that is going on already. Resolves when it is done, even after a failure. */
  async catchUp(extent: BranchExtent): Promise<void> {
    if (this.#isStopping || performance.now() < this.#restsUntil) return;

    this.#work ??= this.#record(extent)
      .catch((error: unknown) => {
        this.#restsUntil = performance.now() + restMs;
        this.#log.warn(
          { error },
          'the index of histories could not be updated; they are read from git until a retry succeeds',
        );
      })
      .finally(() => (this.#work = undefined));
    await this.#work;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#work;
  }

  async #record(extent: BranchExtent): Promise<void> {
    const progress = await this.#versions.progress();
    const isUsable = progress?.depth === extent.depth && progress.head !== '';

    try {
      await this.#recordAfter(isUsable ? progress : undefined, extent);
    } catch (error) {
      if (!(error instanceof BranchRewritten)) throw error;
      this.#log.info({ commit: error.message }, 'the branch was rewritten; indexing it again');
      await this.#recordAfter(undefined, extent);
    }
  }

  async #recordAfter(from: VersionProgress | undefined, { head, depth }: BranchExtent): Promise<void> {
    if (head === undefined || (from?.isWhole && from.head === head)) return;

    let progress = from;
    const record = async (commits: readonly CatalogCommit[], to: VersionProgress): Promise<void> => {
      const isRecorded = await this.#versions.record(commits, progress, to);
      if (!isRecorded) throw new Error('the index was replaced while it was updated');
      progress = to;
    };

    for await (const commits of this.#history.commits({ after: from?.head, upTo: head })) {
      for (const { commits: some, last } of portionsOf(commits)) {
        if (this.#isStopping) return;
        const reached = last ?? progress?.head ?? '';
        await record(some, { head: reached, depth, isWhole: from?.isWhole ?? false });
        await nextTurn();
      }
    }
    await record([], { head, depth, isWhole: true });
  }
}

interface Portion {
  readonly commits: CatalogCommit[];
  /** The last commit that is complete with this portion. */
  last: string | undefined;
}

/** Divides commits, and those that are too large by their services. */
function* portionsOf(commits: readonly CatalogCommit[]): Generator<Portion> {
  let portion: Portion = { commits: [], last: undefined };
  let files = 0;

  for (const commit of commits) {
    const parts = partsOf(commit);
    for (const [i, part] of parts.entries()) {
      portion.commits.push(part);
      if (i === parts.length - 1) portion.last = commit.commit;
      files += part.files.length;
      if (files < filesAtOnce) continue;

      yield portion;
      portion = { commits: [], last: undefined };
      files = 0;
    }
  }
  if (portion.commits.length > 0) yield portion;
}

/** All files of one service stay together. */
function partsOf(commit: CatalogCommit): CatalogCommit[] {
  if (commit.files.length <= filesAtOnce) return [commit];

  const services = [...filesById(commit).values()];
  return Array.from({ length: Math.ceil(services.length / filesAtOnce) }, (_, i) => ({
    ...commit,
    files: services.slice(i * filesAtOnce, (i + 1) * filesAtOnce).flat(),
  }));
}
