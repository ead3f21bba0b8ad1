import { categoriesPath } from '../domain/category.ts';
import { printable } from '../domain/plain-text.ts';
import { type StateFault, StateUnavailable } from '../domain/unavailable.ts';
import { type Health, healthView } from '../views/health.ts';
import type { BranchFollower } from './branch-follower.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Committer } from './committer.ts';
import type { FileComparison } from './file-comparison.ts';
import type { FileFollower } from './file-follower.ts';
import type { RejectedFiles } from './rejected-files.ts';
import type { SiteBuilds } from './site-builds.ts';

/** Faults by the name of the check; undefined for a check that passes. */
type Faults = Readonly<Record<string, string | undefined>>;

export type Check = () => Promise<Faults> | Faults;

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'loadedAt'>;
  readonly comparison: Pick<FileComparison, 'comparedAt'>;
  readonly builds: Pick<SiteBuilds, 'last'>;
  readonly version: string;
  /** How long the server has been up, in milliseconds, whatever was done to the clock meanwhile. */
  readonly upMs: () => number;
}

const shownRejects = 5;

/** The content of the running catalog, and the checks of all its parts. */
export async function health(
  { store, comparison, builds, version, upMs }: Dependencies,
  checks: readonly Check[],
): Promise<Health> {
  const faults = await Promise.all(checks.map(async (check) => check()));

  return healthView({
    version,
    catalog: {
      services: store.snapshot.size,
      commit: store.snapshot.version.commit,
      loadedAt: store.loadedAt.toISOString(),
      comparedAt: comparison.comparedAt?.toISOString() ?? null,
      builtAt: builds.last?.builtAt ?? null,
    },
    faults: Object.assign({}, ...faults) as Faults,
    upMs: upMs(),
  });
}

export async function commitsFault(
  committer: Pick<Committer, 'commitObstacle' | 'isLate' | 'lastFailure'>,
): Promise<string | undefined> {
  const obstacle = await committer.commitObstacle();
  if (obstacle !== undefined) return `no registration can be committed: ${obstacle}`;

  if (committer.isLate) {
    return 'a commit does not end, so writes are answered 503: git, or the disk or the remote that it writes to, is stuck';
  }
  return committer.lastFailure === undefined
    ? undefined
    : 'the last registration could not be committed; the log says why';
}

export function branchFault({ lastFailure }: Pick<BranchFollower, 'lastFailure'>): string | undefined {
  return lastFailure === undefined
    ? undefined
    : 'the branch could not be asked for news; reads go on, and the log says why';
}

export function catalogFault(
  { categoriesFault }: Pick<FileFollower, 'categoriesFault'>,
  rejected: Pick<RejectedFiles, 'files'>,
): string | undefined {
  const faults = [
    categoriesFault === undefined
      ? undefined
      : `${categoriesPath} cannot be read: the categories stay as they were, and the next start will fail`,
    rejectsFault([...rejected.files.keys()]),
  ].filter((fault) => fault !== undefined);

  return faults.length === 0 ? undefined : `${faults.join('. ')}; "npm run catalog -- check" says why`;
}

/** `failures` has one for each network whose payments are counted, by the network's title. */
export function paymentsFault(
  failures: readonly (readonly [title: string, failure: string | undefined])[],
): string | undefined {
  const faults = failures.flatMap(([title, failure]) =>
    failure === undefined ? [] : [`${title}: ${failure}`],
  );

  return faults.length === 0
    ? undefined
    : `payments are not counted at the moment, and go on from where they are. ${faults.join('; ')}`;
}

export function buildFault({
  isLost,
  last,
  lastFailure,
}: Pick<SiteBuilds, 'isLost' | 'last' | 'lastFailure'>): string | undefined {
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

/** `ping` rejects when the state database does not respond. */
export async function stateFault(ping: () => Promise<void>): Promise<string | undefined> {
  try {
    await ping();
    return undefined;
  } catch (error) {
    return stateFaults[error instanceof StateUnavailable ? error.fault : 'unreachable'];
  }
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
