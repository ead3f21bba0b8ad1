import { setImmediate as nextTurn } from 'node:timers/promises';
import { dayMs } from '../domain/duration.ts';
import type { SeededChange } from '../domain/logged-change.ts';
import { declaredNews } from '../domain/news.ts';
import { readProfile } from '../domain/profile.ts';
import { BranchRewritten, type CatalogCommit, type ServiceVersion } from '../domain/service-version.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { leavesOf, ownerIn, updatedBy } from '../views/file-leaves.ts';
import { noCommit } from '../domain/commit.ts';
import type { CatalogStore } from './catalog-store.ts';
import { type ChangeFeed, retentionDays } from './change-feed.ts';
import type { DeclarationHistory } from './declaration-history.ts';
import type { ChangeLog, Clock, CommitHistory, Log, VersionStore } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot'>;
  readonly changeLog: Pick<ChangeLog, 'begin' | 'state' | 'seed' | 'endSeed'>;
  readonly feed: Pick<ChangeFeed, 'noticeSeed'>;
  readonly history: Pick<CommitHistory, 'commits'>;
  readonly declarations: Pick<DeclarationHistory, 'start' | 'texts'>;
  readonly versions: Pick<VersionStore, 'progress' | 'since' | 'between'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Changes in one transaction, whose files are read at once. */
const portion = 200;

interface Step {
  readonly version: ServiceVersion;
  readonly before: ServiceVersion | undefined;
}

/**
 * Fills the feed of a new database with the declared changes that git knows of, for as long as the feed retains changes, up to the commit that
 * the feed begins after: it tells of later ones itself.
 */
export class ChangeSeed {
  readonly #dependencies: Dependencies;
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Stops; the next start resumes. */
  stop(): void {
    this.#isStopped = true;
  }

  /** Resolves when the feed has them, or after a failure: the next start tries again. */
  async fill(): Promise<void> {
    const { declarations, changeLog, log } = this.#dependencies;
    try {
      await declarations.start();
      const { isSeeded } = await changeLog.state();
      if (!isSeeded) await this.#fill();
    } catch (error) {
      if (this.#isStopped) return;
      log.warn({ error }, 'the feed could not be filled from git; it begins with this server');
    }
  }

  async #fill(): Promise<void> {
    const { changeLog, feed, versions, clock } = this.#dependencies;
    const progress = await versions.progress();
    if (!progress?.isWhole) return;

    const logged = await this.#loggedCommits(progress.head);
    const from = new Date(clock().getTime() - retentionDays * dayMs);
    let number = 1;
    let last: ServiceVersion | undefined;
    while (!this.#isStopped) {
      const found = await versions.since(from, last, portion);
      const changes = await this.#changesOf(found.filter(({ commit }) => !logged.has(commit)));
      await changeLog.seed(changes, number);
      number += changes.length;
      last = found.at(-1);
      if (found.length < portion) {
        await changeLog.endSeed();
        await feed.noticeSeed();
        return;
      }
      await nextTurn();
    }
  }

  /** The commits up to one whose changes the feed had as they happened. After the branch was rewritten, some may occur twice rather than never. */
  async #loggedCommits(upTo: string): Promise<ReadonlySet<string>> {
    const { store, changeLog, history } = this.#dependencies;
    const begin = await changeLog.begin(store.snapshot.version.commit);
    const commits = new Set<string>();
    for await (const { commit } of commitsAfter(history, begin, upTo)) commits.add(commit);
    return commits;
  }

  async #changesOf(found: readonly ServiceVersion[]): Promise<SeededChange[]> {
    const { store, versions, declarations } = this.#dependencies;
    const steps: Step[] = [];
    for (const version of found) {
      const { id, number } = version;
      const [before] = await versions.between(id, number - 1, number - 1);
      steps.push({ version, before });
    }
    const texts = await declarations.texts(steps.flatMap(({ version, before }) => [version, before]));

    return steps.flatMap((step) => changeOf(step, texts, store.snapshot));
  }
}

function changeOf(
  { version, before }: Step,
  texts: ReadonlyMap<string, string>,
  snapshot: Snapshot,
): SeededChange[] {
  const { id, kind: change, commit, at } = version;
  if (change === 'known') return [];

  const tombstone = change === 'deleted' ? snapshot.tombstone(id) : undefined;
  const kind = tombstone?.byOperator ? 'removed' : change;
  const [old, now] = [before, version].map((each) => readProfile(texts.get(each?.blob ?? '') ?? ''));
  const by = kind === 'updated' ? ownerIn(leavesOf(texts.get(version.blob ?? '')), updatedBy) : undefined;
  return [{ at, kind, id, commit, by, reason: tombstone?.reason, news: declaredNews(kind, old, now) }];
}

/** The commits of the branch that come after one, oldest first. None when the branch was rewritten since, as nobody knows which they are. */
export async function* commitsAfter(
  history: Pick<CommitHistory, 'commits'>,
  commit: string,
  upTo: string,
): AsyncGenerator<CatalogCommit> {
  const after = commit === noCommit.commit ? undefined : commit;
  try {
    for await (const portion of history.commits({ after, upTo })) yield* portion;
  } catch (error) {
    if (!(error instanceof BranchRewritten)) throw error;
  }
}
