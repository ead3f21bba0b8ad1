import PQueue from 'p-queue';
import type { Tombstone } from '../domain/tombstone.ts';
import { BranchFollower } from '../live/branch-follower.ts';
import { TombstoneCommitter } from '../live/tombstone-committer.ts';
import { Committer } from '../live/committer.ts';
import { FileComparison } from '../live/file-comparison.ts';
import { FileFollower } from '../live/file-follower.ts';
import { branchFault, catalogFault, commitsFault } from '../live/health.ts';
import { IdempotentWrites } from '../live/idempotent-writes.ts';
import { LogMaintenance } from '../live/log-maintenance.ts';
import type { Catalog } from './catalog.ts';
import type { Home } from './home.ts';
import type { Base } from './part.ts';
import type { Storage } from './storage.ts';

interface Needs {
  readonly home: Home;
  readonly storage: Storage;
  readonly catalog: Catalog;
}

export type Writing = ReturnType<typeof openWriting>;

/** Most writes are answered within a few seconds, or not at all. */
const longestWriteMs = 10_000;

/** Everything that changes the catalog: registrations, files changed on disk, commits made elsewhere. All share one writer lock. */
export function openWriting({ home, storage, catalog }: Needs, { config, log, life, metrics }: Base) {
  const { repository, files, upstream } = home;
  const { state, clock } = storage;
  const { store, rejected, stamps, transparency: opened } = catalog;
  const writer = new PQueue({ concurrency: 1 });
  const parts = { store, rejected, repository, writer, policy: config.endpointPolicy, clock, log };
  const transparency = opened?.log;
  const logMaintenance =
    transparency &&
    new LogMaintenance({ ...parts, ...{ transparency, outcomes: state.outcomes }, stopping: life.stopping });

  const tombstoneCommitter = new TombstoneCommitter({ submit: (act) => committer.submit(act), rejected });
  const bury = (tombstones: readonly Tombstone[]): void => {
    tombstoneCommitter.bury(tombstones);
  };
  const follower = new FileFollower({ ...parts, files, bury, logMaintenance });
  const comparison = new FileComparison({
    ...{ store, files, stamps, follower, clock, log },
    intervalMs: config.catalogCheckMs,
  });
  const intervalMs = (config.github ?? config.remote)?.pollIntervalMs ?? 0;
  const branch = upstream && new BranchFollower({ upstream, files: follower, writer, intervalMs, log });
  if (branch) opened?.checkpoints.followBy(() => branch.pull());
  const committer = new Committer({
    ...parts,
    metrics,
    transparency,
    reread: () => follower.apply('all'),
    ...(branch ? { catchUp: () => branch.catchUp() } : { readAgain: (paths) => follower.applyLocked(paths) }),
  });
  const { idempotency, leases } = state;
  const patienceMs = leases ? longestWriteMs : 0;
  const writes = new IdempotentWrites({ store, committer, idempotency, patienceMs, clock, log });
  return {
    ...{ follower, comparison, branch, committer, writes, bury, logMaintenance },
    stops: [() => writer.onIdle()],
    health: async () => ({
      catalog: catalogFault(follower, rejected),
      commits: await commitsFault(committer),
      ...(branch ? { branch: branchFault(branch) } : {}),
    }),
  };
}
