import type { BranchFollower } from '../live/branch-follower.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import { PeerFollower } from '../live/peer-follower.ts';
import type { CheckStore, Log } from '../live/ports.ts';
import type { State } from '../open/state.ts';
import type { Beginning, Catalog } from './catalog.ts';
import type { Counting } from './counting.ts';
import type { Outcomes } from './outcomes.ts';
import type { Base, Part } from './part.ts';
import type { Storage } from './storage.ts';
import type { Writing } from './writing.ts';

interface Needs {
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly writing: Writing;
  readonly counting: Counting;
  readonly outcomes: Outcomes;
}

/** Its work begins before the server listens: see `openServer`. */
export interface Followed extends Part {
  /** Undefined where no other server shares the state. */
  readonly following: PeerFollower | undefined;
}

/** Servers of one state follow each other. */
export function openFollowing(
  { storage, catalog, writing, counting, outcomes }: Needs,
  { config, log }: Base,
): Followed {
  const { branch } = writing;
  const { leaseMs } = config;
  const show = async (ids: readonly string[]): Promise<void> => {
    await counting.shown.show(ids);
    await outcomes.shown.show(ids);
    writing.logMaintenance?.oweRecords();
  };
  const following = followOthers({ ...catalog, ...storage, branch, show, leaseMs, log });

  return { following, health: () => (following ? { servers: following.failure } : {}) };
}

interface Parts extends Beginning {
  readonly state: Pick<State, 'shared' | 'changeLog'> & { readonly checks: Pick<CheckStore, 'facts'> };
  /** Names this process. */
  readonly serverId: string;
  readonly store: CatalogStore;
  /** Absent where the catalog is in a folder of this server. */
  readonly branch: Pick<BranchFollower, 'pull'> | undefined;
  /** Shows services with their payments and with what buyers say. */
  readonly show: (ids: readonly string[]) => Promise<void>;
  readonly leaseMs: number;
  readonly log: Log;
}

/** A stale replica leaves its requests to others a little later than a dead server leaves its duties. */
const graceInLeases = 5 / 4;

/** Applies the changes of other servers; undefined where no other shares the state. */
export function followOthers({
  state,
  serverId: server,
  begun,
  store,
  feed,
  branch,
  show,
  leaseMs,
  log,
}: Parts): PeerFollower | undefined {
  const { shared, changeLog, checks } = state;
  if (!shared || !begun) return undefined;

  return new PeerFollower(begun, {
    ...{ shared, server, store, feed, changeLog, checks, log },
    showPayments: show,
    pull: branch && (() => branch.pull()),
    graceMs: leaseMs * graceInLeases,
  });
}
