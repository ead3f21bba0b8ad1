import type PQueue from 'p-queue';
import type { CatalogFiles } from '../catalog-files/catalog-files.ts';
import { readCategories } from '../catalog-files/read-catalog.ts';
import type { CatalogChange, Rejects } from '../catalog-files/catalog-change.ts';
import { type ChangedFiles, readChange } from '../catalog-files/read-change.ts';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { serviceFilePath, tombstoneFilePath } from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import { type CatalogStore, changesIn, unlisted } from './catalog-store.ts';
import type { LogMaintenance } from './log-maintenance.ts';
import type { Clock, Log, Repository } from './ports.ts';
import type { RejectedFiles } from './rejected-files.ts';
import { messageOf } from '../domain/error-code.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly rejected: RejectedFiles;
  readonly files: CatalogFiles;
  readonly repository: Repository;
  readonly writer: PQueue;
  readonly policy: EndpointPolicy;
  /** Has what is left of services committed, whose files somebody removed. */
  readonly bury: (tombstones: readonly Tombstone[]) => void;
  /** Looks at the files of the transparency log, and completes it; absent without one. */
  readonly logMaintenance?: Pick<LogMaintenance, 'look' | 'readOn' | 'owe'> | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Pause before files are read again after a fault. */
const retryMs = 5_000;

/**
 * Applies changes that others make to the files, by hand or by a pull. It holds the writer lock, so it never sees half a commit. A
 * commit of our own has no effect here, because its changes are published already.
 */
export class FileFollower {
  readonly #dependencies: Dependencies;
  #categoriesFault: string | undefined;
  /** Set while all files are to be read again. */
  #reread: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the categories could not be read, so that the earlier ones stay; undefined when they could. */
  get categoriesFault(): string | undefined {
    return this.#categoriesFault;
  }

  async apply(changed: ChangedFiles): Promise<void> {
    await this.#dependencies.writer.add(() => this.applyLocked(changed));
  }

  /** Like `apply`, but the caller holds the writer lock. Resolves to whether that was any news. */
  async applyLocked(changed: ChangedFiles): Promise<boolean> {
    try {
      const { store, rejected, repository, files, policy, bury, logMaintenance, clock, log } =
        this.#dependencies;
      await logMaintenance?.look(changed);
      const before = store.snapshot;
      const { rejects, ...read } = await readChange(changed, {
        snapshot: before,
        rejects: rejected.files,
        files,
        policy,
        categories: () => this.#readCategories(),
      });
      const left = leftOf(read, before, rejects, clock());
      const lost = new Set(left.map(({ id }) => id));
      const removed = read.removed.filter((id) => !lost.has(id));
      const change = { ...read, removed, buried: [...read.buried, ...left] };
      if (changesIn(change) === 0 && areSame(rejects, rejected.files)) return false;

      const version = await repository.version();
      rejected.replace(rejects);
      await store.publish(change, version);
      logMaintenance?.owe(change, before);
      if (left.length > 0) bury(left);
      const [put, gone] = [change.put.length, unlisted(change).length];
      if (put + gone > 0) log.info({ put, removed: gone }, 'applied changed files');
      return true;
    } catch (error) {
      this.#rereadLater(error);
      return false;
    }
  }

  /** Publishes the commit that HEAD moved to, even if it changed no file of the catalog. */
  applyCommit(): Promise<void> {
    return this.#dependencies.writer.add(() => this.applyCommitLocked());
  }

  /** Like `applyCommit`, but the caller holds the writer lock. */
  async applyCommitLocked(): Promise<void> {
    const { store, repository, logMaintenance, log } = this.#dependencies;
    await logMaintenance?.readOn();
    const version = await repository.version().catch((error: unknown) => {
      log.error({ error }, 'the version of the catalog could not be read from git');
      return undefined;
    });
    if (!version || version.commit === store.snapshot.version.commit) return;

    await store.publish({ put: [], removed: [], buried: [] }, version).catch((error: unknown) => {
      this.#rereadLater(error);
    });
  }

  /** A fault may be temporary, like a lack of file descriptors. The retry reads all files, because the list of changed ones is lost by then. */
  #rereadLater(error: unknown): void {
    this.#dependencies.log.error(
      { error },
      'changed files could not be read or published; the catalog stays as it was until the retry',
    );
    if (this.#reread) return;

    this.#reread = setTimeout(() => {
      this.#reread = undefined;
      void this.apply('all').then(() => this.applyCommit());
    }, retryMs).unref();
  }

  async #readCategories(): Promise<readonly Category[]> {
    const { store, files, log } = this.#dependencies;
    try {
      const categories = await readCategories(files);
      this.#categoriesFault = undefined;
      return categories;
    } catch (error) {
      this.#categoriesFault = messageOf(error);
      log.error({ error }, 'categories.json could not be read; the categories stay as they were');
      return store.snapshot.categories;
    }
  }
}

/** Whether the same files are left out, for the same reasons: one is read again before each commit, and is then no news. */
function areSame(one: Rejects, other: Rejects): boolean {
  return (
    one.size === other.size &&
    [...one].every(([path, problems]) => {
      const before = other.get(path);
      return before === problems || JSON.stringify(before) === JSON.stringify(problems);
    })
  );
}

/**
 * What is left of services whose files are gone without a tombstone, and of those whose tombstone is gone, which nobody may remove. A file that
 * merely cannot be read any more is not gone.
 */
function leftOf(
  { removed }: Pick<CatalogChange, 'removed'>,
  before: Snapshot,
  rejects: Rejects,
  now: Date,
): Tombstone[] {
  return removed.flatMap((id): Tombstone[] => {
    const tombstone = before.tombstone(id);
    if (tombstone) return rejects.has(tombstoneFilePath(id)) ? [] : [tombstone];
    const service = before.find(id)?.declared;
    if (!service || rejects.has(serviceFilePath(id))) return [];

    const { name, endpoint, owner } = service;
    return [{ id, name, endpoint, owner, deletedAt: now.toISOString(), service }];
  });
}
