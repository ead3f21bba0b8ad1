import type { Logger } from 'pino';
import type { BranchFollower } from '../live/branch-follower.ts';
import type { CatalogStore } from '../live/catalog-store.ts';
import { ChangeFeed } from '../live/change-feed.ts';
import { Following } from '../live/following.ts';
import type { CheckStore, Clock, Log, Revisions } from '../live/ports.ts';
import type { ShownPayments } from '../live/shown-payments.ts';
import type { State } from '../open/state.ts';

/** The feed of changes, and how far the state that servers share had come before anything of it was read. */
export interface Beginning {
  readonly feed: ChangeFeed;
  /** Absent where no other server shares the state. */
  readonly begun: Revisions | undefined;
}

/** Has to come before the catalog and its observations are read: what changes meanwhile is taken in later. */
export async function openFeed(state: State, parts: { clock: Clock; log: Logger }): Promise<Beginning> {
  const begun = await state.shared?.revisions();

  return { begun, feed: await ChangeFeed.open({ changeLog: state.changeLog, ...parts }) };
}

interface Parts extends Beginning {
  readonly state: Pick<State, 'shared' | 'changeLog'> & { readonly checks: Pick<CheckStore, 'facts'> };
  /** Names this process. */
  readonly serverId: string;
  readonly store: CatalogStore;
  /** Absent where the catalog is in a folder of this server. */
  readonly branch: Pick<BranchFollower, 'pull'> | undefined;
  readonly shown: Pick<ShownPayments, 'show'>;
  readonly leaseMs: number;
  readonly log: Log;
}

/** A server that cannot take in what others did leaves its requests to them a little later than a dead one leaves its duties. */
const graceInLeases = 5 / 4;

/** What takes in what other servers did; undefined where no other shares the state. */
export function openFollowing({
  state,
  serverId: server,
  begun,
  store,
  feed,
  branch,
  shown,
  leaseMs,
  log,
}: Parts): Following | undefined {
  const { shared, changeLog, checks } = state;
  if (!shared || !begun) return undefined;

  return new Following(begun, {
    ...{ shared, server, store, feed, changeLog, checks, log },
    showPayments: (ids) => shown.show(ids),
    pull: branch && (() => branch.pull()),
    graceMs: leaseMs * graceInLeases,
  });
}
