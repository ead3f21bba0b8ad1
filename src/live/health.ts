import { categoriesPath } from '../domain/category.ts';
import { printable } from '../domain/plain-text.ts';
import { type StateFault, StateUnavailable } from '../domain/state-unavailable.ts';
import { type Health, healthView } from '../views/health.ts';
import type { BranchFollower } from './branch-follower.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Committer } from './committer.ts';
import type { Following } from './following.ts';
import type { FileComparison } from './file-comparison.ts';
import type { FileFollower } from './file-follower.ts';
import type { Checkpoints } from './checkpoints.ts';
import type { Meanings } from './meanings.ts';
import type { PaymentCounter } from './payment-counter.ts';
import type { RejectedFiles } from './rejected-files.ts';
import type { SiteBuilds } from './site-builds.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly rejected: Pick<RejectedFiles, 'files'>;
  readonly committer: Committer;
  readonly follower: Pick<FileFollower, 'categoriesFault'>;
  readonly comparison: Pick<FileComparison, 'comparedAt'>;
  /** Present when the catalog lives on GitHub or at a git remote. */
  readonly branch?: Pick<BranchFollower, 'lastFailure'> | undefined;
  /** Present where other servers share the state. */
  readonly following?: Pick<Following, 'failure'> | undefined;
  readonly builds: SiteBuilds;
  /** Present where the log of who is paid is kept. */
  readonly checkpoints?: Pick<Checkpoints, 'fault'> | undefined;
  readonly meanings: Pick<Meanings, 'failure'>;
  /** One for each network whose payments are counted, by the network's title. */
  readonly counters: ReadonlyMap<string, Pick<PaymentCounter, 'failure'>>;
  /** Resolves when the state database responds. */
  readonly pingState: () => Promise<void>;
  readonly version: string;
  /** How long the server has been up, in milliseconds, whatever was done to the clock meanwhile. */
  readonly upMs: () => number;
}

const shownRejects = 5;

/** Collects the health of every part of the running catalog. */
export async function health({
  store,
  rejected,
  committer,
  follower,
  comparison,
  branch,
  following,
  builds,
  checkpoints,
  meanings,
  counters,
  pingState,
  version,
  upMs,
}: Dependencies): Promise<Health> {
  const [commits, state] = await Promise.all([
    commitsFault(committer),
    pingState().then(() => undefined, stateFault),
  ]);

  return healthView({
    version,
    catalog: {
      services: store.snapshot.size,
      commit: store.snapshot.version.commit,
      loadedAt: store.loadedAt.toISOString(),
      comparedAt: comparison.comparedAt?.toISOString() ?? null,
      builtAt: builds.last?.builtAt ?? null,
    },
    faults: {
      catalog: catalogFault(follower, [...rejected.files.keys()]),
      commits,
      ...(branch ? { branch: branchFault(branch) } : {}),
      ...(following ? { servers: following.failure } : {}),
      build: buildFault(builds),
      ...(checkpoints ? { log: checkpoints.fault } : {}),
      state,
      meaning: meanings.failure,
      ...(counters.size > 0 ? { payments: paymentsFault(counters) } : {}),
    },
    upMs: upMs(),
  });
}

async function commitsFault(committer: Committer): Promise<string | undefined> {
  const obstacle = await committer.commitObstacle();
  if (obstacle !== undefined) return `no registration can be committed: ${obstacle}`;

  if (committer.isLate) {
    return 'a commit does not end, so writes are answered 503: git, or the disk or the remote that it writes to, is stuck';
  }
  return committer.lastFailure === undefined
    ? undefined
    : 'the last registration could not be committed; the log says why';
}

function branchFault({ lastFailure }: Pick<BranchFollower, 'lastFailure'>): string | undefined {
  return lastFailure === undefined
    ? undefined
    : 'the branch could not be asked for news; reads go on, and the log says why';
}

function catalogFault(
  { categoriesFault }: Pick<FileFollower, 'categoriesFault'>,
  rejects: readonly string[],
): string | undefined {
  const faults = [
    categoriesFault === undefined
      ? undefined
      : `${categoriesPath} cannot be read: the categories stay as they were, and the next start will fail`,
    rejectsFault(rejects),
  ].filter((fault) => fault !== undefined);

  return faults.length === 0 ? undefined : `${faults.join('. ')}; "npm run catalog -- check" says why`;
}

function paymentsFault(counters: Dependencies['counters']): string | undefined {
  const faults = [...counters].flatMap(([title, { failure }]) =>
    failure === undefined ? [] : [`${title}: ${failure}`],
  );

  return faults.length === 0
    ? undefined
    : `payments are not counted at the moment, and go on from where they are. ${faults.join('; ')}`;
}

function buildFault({ isLost, last, lastFailure }: SiteBuilds): string | undefined {
  if (lastFailure !== undefined && !last) {
    return 'the first build failed, so there are no pages yet; the log says why';
  }
  if (isLost) {
    return lastFailure === undefined
      ? 'the build that was served is gone; pages are back with the next one, from "npm run build" at the latest'
      : 'the build that was served is gone, and the last build failed; the log says why';
  }

  return lastFailure === undefined
    ? undefined
    : 'the last build failed and the one before it stays; the log says why';
}

const stateFaults: Readonly<Record<StateFault, string>> = {
  busy: 'the state database is busy: another process holds it locked',
  damaged: 'the state database is damaged; reads go on, and the log names the file and the cure',
  full: 'the disk of the state database is full; reads go on',
  unreachable: 'the state database does not answer; the log says why',
};

function stateFault(error: unknown): string {
  return stateFaults[error instanceof StateUnavailable ? error.fault : 'unreachable'];
}

function rejectsFault(files: readonly string[]): string | undefined {
  if (files.length === 0) return undefined;

  const shown = files
    .slice(0, shownRejects)
    .map((file) => printable(file, 100))
    .join(', ');
  const more = files.length > shownRejects ? ` and ${String(files.length - shownRejects)} more` : '';
  return `${String(files.length)} left out: ${shown}${more}`;
}
