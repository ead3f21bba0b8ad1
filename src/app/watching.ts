import { watchCatalog } from '../adapters/folder-watcher.ts';
import type { Catalog } from './catalog.ts';
import { logDuty } from './duties.ts';
import type { Home } from './home.ts';
import type { Base } from './part.ts';
import type { Site } from './site.ts';
import type { Storage } from './storage.ts';
import type { Notifications } from './notifications.ts';
import type { Writing } from './writing.ts';

interface Needs {
  readonly home: Home;
  readonly storage: Storage;
  readonly catalog: Catalog;
  readonly writing: Writing;
  readonly notifications: Notifications;
  readonly site: Site;
}

export type Watching = ReturnType<typeof openWatching>;

/**
 * Follows changes that others make to the catalog and its builds. The watch of the folder takes a while to begin, since it looks at every file.
 */
export function openWatching(needs: Needs, { life }: Base) {
  const { comparison, branch } = needs.writing;
  const { follower: builds } = needs.site;
  let watch: ReturnType<typeof watchCatalog> | undefined;

  return {
    start: () => {
      watch = watchFolder(needs);
      builds.start();
      void applyWatched(needs, watch).catch((error: unknown) => {
        life.fail(error);
      });
      followFeed(needs);
      void branch?.look();
      branch?.start();
    },
    /** Ends all but the watch, before the server closes. */
    rest: () => {
      comparison.stop();
      branch?.stop();
      builds.stop();
    },
    stops: [async () => (await watch?.catch(() => undefined))?.stop()],
  };
}

function watchFolder({ home, writing: { follower } }: Needs): ReturnType<typeof watchCatalog> {
  return watchCatalog(home.files.path, home.repository.gitDir, {
    changed: (paths) => void follower.apply(paths),
    moved: () => void follower.applyCommit(),
  });
}

/** Catches changes made between the first reading and now. The maintenance of feed and log begins after that. */
async function applyWatched(
  { storage, catalog, writing, notifications }: Needs,
  watch: ReturnType<typeof watchCatalog>,
): Promise<void> {
  const { follower, comparison, bury, logMaintenance } = writing;
  const { leases } = storage.duties;
  await watch;
  await comparison.compare();
  comparison.start();
  await follower.applyCommit();
  bury(await catalog.missed.reconcile());
  if (logMaintenance) leases.add(logDuty(logMaintenance));
  leases.add(notifications.feedTask);
}

function followFeed({ catalog: { feed, missed }, notifications: { feedTask } }: Needs): void {
  feed.onReplaced(() => void missed.reconcile().then(() => feedTask.component?.seed.fill()));
}
