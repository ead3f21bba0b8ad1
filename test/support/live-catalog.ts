import PQueue from 'p-queue';
import { knownAssets } from '../../src/domain/asset.ts';
import type { Tombstone } from '../../src/domain/tombstone.ts';
import type { EndpointPolicy } from '../../src/domain/endpoint-url.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { CatalogStore } from '../../src/live/catalog-store.ts';
import { ChangeFeed } from '../../src/live/change-feed.ts';
import { ChangeRecorder } from '../../src/live/change-recorder.ts';
import { MissedChanges } from '../../src/live/missed-changes.ts';
import { Committer } from '../../src/live/committer.ts';
import { FileFollower } from '../../src/live/file-follower.ts';
import { RejectedFiles } from '../../src/live/rejected-files.ts';
import { TestClock } from '../fixtures/clock.ts';
import { MemoryLog } from '../fixtures/memory-log.ts';
import { MemoryRepository } from '../fixtures/memory-repository.ts';
import { MemoryChangeLog } from '../fixtures/memory-state.ts';
import { aSnapshot, anEntry } from '../fixtures/services.ts';
import { MemoryFiles } from './memory-files.ts';

export type LiveCatalog = ReturnType<typeof aLiveCatalog>;

/** A running catalog in memory: what is committed lies in its files, and what lies in its files can be taken up. */
export function aLiveCatalog(
  services: readonly DeclaredService[] = [],
  policy: EndpointPolicy = { allowInsecure: false },
) {
  const time = new TestClock();
  const clock = time.now;
  const [log, changeLog, repository, writer] = [
    new MemoryLog(),
    new MemoryChangeLog(),
    new MemoryRepository(),
    new PQueue({ concurrency: 1 }),
  ];
  const files = MemoryFiles.of(services, repository.files);

  const store = new CatalogStore(aSnapshot(services.map((service) => anEntry(service))), { clock, log });
  const rejected = new RejectedFiles(log);
  const feed = new ChangeFeed(changeLog.end, changeLog);
  const { history } = repository;
  const missed = new MissedChanges({ store, changeLog, feed, history, assets: knownAssets, clock, log });
  const changes = new ChangeRecorder({ store, feed, missed, assets: knownAssets, clock, log });
  changes.start();
  const parts = { store, rejected, repository, writer, policy, clock, log };
  const bury = (tombstones: readonly Tombstone[]): void => {
    for (const tombstone of tombstones) void committer.submit({ kind: 'bury', tombstone });
  };
  const follower = new FileFollower({ ...parts, files, bury });
  const reread = (): Promise<void> => follower.apply('all');
  const committer = new Committer({
    ...parts,
    reread,
    readAgain: (paths) => follower.applyLocked(paths),
  });
  return { ...parts, history, time, changeLog, feed, missed, changes, files, reread, committer, follower };
}

/** Ids of the services that a catalog shows, in order. */
export function shown({ store }: Pick<LiveCatalog, 'store'>): string[] {
  return [...store.snapshot.entries()].map(({ declared }) => declared.id).sort();
}
