import type { CatalogFiles } from '../catalog-files/catalog-files.ts';
import { readCategories } from '../catalog-files/read-catalog.ts';
import { type ChangedFiles, readChange } from '../catalog-files/read-change.ts';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { type CatalogStore, changesIn } from './catalog-store.ts';
import type { Log, Repository } from './ports.ts';
import type { RejectedFiles } from './rejected-files.ts';
import type { SerialQueue } from './serial-queue.ts';
import { messageOf } from '../domain/error-code.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly rejected: RejectedFiles;
  readonly files: CatalogFiles;
  readonly repository: Repository;
  /** The writer lock of the catalog. */
  readonly writer: SerialQueue;
  readonly policy: EndpointPolicy;
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

  apply(changed: ChangedFiles): Promise<void> {
    return this.#dependencies.writer.run(() => this.applyLocked(changed));
  }

  /** Like `apply`, but the caller holds the writer lock. */
  async applyLocked(changed: ChangedFiles): Promise<void> {
    try {
      const { store, rejected, repository, files, policy, log } = this.#dependencies;
      const { rejects, ...change } = await readChange(changed, {
        snapshot: store.snapshot,
        rejects: rejected.files,
        files,
        policy,
        categories: () => this.#readCategories(),
      });
      if (changesIn(change) + rejects.size + rejected.files.size === 0) return;

      const version = await repository.version();
      rejected.replace(rejects);
      await store.publish(change, version);
      const { put, removed } = change;
      if (put.length + removed.length > 0) {
        log.info({ put: put.length, removed: removed.length }, 'applied changed files');
      }
    } catch (error) {
      this.#rereadLater(error);
    }
  }

  /** Publishes the commit that HEAD moved to, even if it changed no file of the catalog. */
  applyCommit(): Promise<void> {
    return this.#dependencies.writer.run(() => this.applyCommitLocked());
  }

  /** Like `applyCommit`, but the caller holds the writer lock. */
  async applyCommitLocked(): Promise<void> {
    const { store, repository, log } = this.#dependencies;
    const version = await repository.version().catch((error: unknown) => {
      log.error({ error }, 'the version of the catalog could not be read from git');
      return undefined;
    });
    if (!version || version.commit === store.snapshot.version.commit) return;

    await store.publish({ put: [], removed: [] }, version).catch((error: unknown) => {
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
