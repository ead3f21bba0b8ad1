import { ThreadedMatcher } from '../adapters/search/threaded-matcher.ts';
import { ChangeStreams } from '../http/change-streams.ts';
import { CatalogStore } from '../live/catalog-store.ts';
import { ChangeFeed } from '../live/change-feed.ts';
import { ChangeRecorder } from '../live/change-recorder.ts';
import { Meanings } from '../live/meanings.ts';
import { MissedChanges } from '../live/missed-changes.ts';
import type { Revisions } from '../live/ports.ts';
import { RejectedFiles } from '../live/rejected-files.ts';
import { readSnapshot } from '../open/catalog.ts';
import { openModel } from '../open/model.ts';
import { countedPayments } from '../open/payments.ts';
import type { State } from '../open/state.ts';
import { openTransparency } from '../open/transparency.ts';
import { Search } from '../search/search.ts';
import type { Home } from './home.ts';
import { StatedOutcomes } from '../live/stated-outcomes.ts';
import type { Base } from './part.ts';
import type { Storage } from './storage.ts';

interface Needs {
  readonly home: Home;
  readonly storage: Storage;
}

/** The feed of changes, and how far the state that servers share had come before anything of it was read. */
export interface Beginning {
  readonly feed: ChangeFeed;
  /** Absent where no other server shares the state. */
  readonly begun: Revisions | undefined;
}

export type Catalog = Awaited<ReturnType<typeof openCatalog>>;

/** Threads for the embedding model. With one, the other core of a small machine is free for requests. */
const serverThreads = 1;

/** The catalog in memory, with the observations of its services, its search and the feed of its changes. */
export async function openCatalog({ home, storage }: Needs, base: Base) {
  const { config, log } = base;
  const { repository, files } = home;
  const { state, clock, built } = storage;
  const counted = countedPayments(config, state);
  const { assets } = config;
  const memory = {
    checks: state.checks,
    stated: new StatedOutcomes(state.outcomes),
    assets,
    ...(config.payments.providers.length > 0 ? { counted } : {}),
  };
  // Its thread starts while the files are read.
  const matcher = new ThreadedMatcher({ log });
  const beginning = await openFeed(state);
  // Before the files are read, so that no change made meanwhile is missed.
  const stamps = await files.stamps(clock());
  const [{ snapshot: read, rejects }, unbuilt] = await Promise.all([
    readSnapshot(home, config, memory, log),
    built && repository.changesSince(built.build.commit),
  ]);
  const rejected = new RejectedFiles(log);
  rejected.replace(rejects);
  const snapshot = read.at({ ...read.version, unbuilt: unbuilt ?? read.size });

  const search = new Search(snapshot, matcher.asked);
  const store = new CatalogStore(snapshot, { clock, log, assets }, search);
  const changes = recordChanges({ home, storage }, store, beginning, base);
  const meanings = new Meanings({ store, open: () => openModel(config, serverThreads), log });
  matcher.onRestart(() => {
    void search.refill();
    void meanings.restore();
  });
  const transparency = await openTransparency(config, {
    ...{ sources: { folder: files, committed: home.committedLog }, signed: state.signedCheckpoints, log },
    isClone: home.upstream !== undefined,
  });
  return {
    ...{ store, stamps, rejected, ...changes, transparency, meanings, counted },
    start: () => {
      void meanings.start();
      transparency?.checkpoints.start();
    },
    stops: [
      () => matcher.close(),
      () => changes.missed.stop(),
      () => meanings.stop(),
      () => transparency?.checkpoints.stop(),
    ],
    health: () => ({
      ...(transparency ? { log: transparency.checkpoints.fault } : {}),
      ...(transparency?.witnesses ? { witnesses: transparency.witnesses.fault } : {}),
      search: matcher.fault,
      meaning: meanings.failure,
    }),
  };
}

/** Has to come before the catalog and its observations are read: changes made meanwhile are applied later. */
async function openFeed(state: State): Promise<Beginning> {
  const begun = await state.shared?.revisions();

  return { begun, feed: await ChangeFeed.open(state.changeLog) };
}

function recordChanges(
  { home, storage }: Needs,
  store: CatalogStore,
  { feed, begun }: Beginning,
  { config, log }: Base,
) {
  const { state, clock } = storage;
  const { changeLog } = state;
  const { assets } = config;
  const { history } = home.repository;
  const missed = new MissedChanges({ store, changeLog, feed, history, assets, clock, log });
  const changeRecorder = new ChangeRecorder({ store, feed, missed, assets, clock, log });
  changeRecorder.start();

  return { feed, begun, missed, changeRecorder, streams: new ChangeStreams({ feed, store }) };
}
