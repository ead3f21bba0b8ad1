import type { CatalogChange, Rejects } from '../catalog-files/catalog-change.ts';
import type { CatalogFiles } from '../catalog-files/catalog-files.ts';
import { readCategories } from '../catalog-files/read-catalog.ts';
import { type ChangedFiles, readChange } from '../catalog-files/read-change.ts';
import type { Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { printable } from '../domain/plain-text.ts';
import type { FieldProblem } from '../domain/problem.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Log, Repository } from './ports.ts';
import type { SerialQueue } from './serial-queue.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly files: CatalogFiles;
  readonly repository: Repository;
  /** The writer lock of the catalog. */
  readonly writer: SerialQueue;
  readonly policy: EndpointPolicy;
  readonly log: Log;
}

/** Rejected files that are logged one by one. */
const mostLogged = 100;

/** Problems of one file that the log names. */
const mostLoggedEach = 5;

/** How soon files are read again after a fault. */
const retryMs = 5_000;

/**
 * Applies changes that others make to the files, by hand or by a pull. It holds the writer lock, so it never sees half a commit; and a
 * commit of our own changes nothing, since its files hold what is shown already.
 */
export class FileFollower {
  readonly #dependencies: Dependencies;
  #categoriesFault: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the categories could not be read the last time, so that the earlier ones stay; undefined when they could. */
  get categoriesFault(): string | undefined {
    return this.#categoriesFault;
  }

  apply(changed: ChangedFiles): Promise<void> {
    return this.#dependencies.writer.run(() => this.applyLocked(changed));
  }

  /** The same; the caller holds the writer lock. */
  async applyLocked(changed: ChangedFiles): Promise<void> {
    try {
      const { store, repository } = this.#dependencies;
      const { snapshot, rejects } = store;
      const categories = (): Promise<readonly Category[]> => this.#readCategories();
      const change = await readChange(changed, { ...this.#dependencies, snapshot, rejects, categories });
      if (!isEmpty(change, rejects)) await store.publish(change, await repository.version());
      this.#report(change, rejects);
    } catch (error) {
      this.#rereadLater(error);
    }
  }

  /** Shows the commit that HEAD moved to, also when it changed no file here. */
  applyCommit(): Promise<void> {
    return this.#dependencies.writer.run(() => this.applyCommitLocked());
  }

  /** The same; the caller holds the writer lock. */
  async applyCommitLocked(): Promise<void> {
    const { store, repository, log } = this.#dependencies;
    const version = await repository.version().catch((error: unknown) => {
      log.error({ error }, 'git could not be asked where the catalog stands');
      return undefined;
    });
    if (!version || version.commit === store.snapshot.version.commit) return;

    await store.publish({ put: [], removed: [] }, version).catch((error: unknown) => {
      this.#rereadLater(error);
    });
  }

  /** A fault may pass, a lack of file descriptors for one. By then nobody knows which files had changed. */
  #rereadLater(error: unknown): void {
    this.#dependencies.log.error(
      { error },
      'the catalog stays as it was: its files could not be read or shown; they are read again soon',
    );
    setTimeout(() => void this.apply('all').then(() => this.applyCommit()), retryMs).unref();
  }

  async #readCategories(): Promise<readonly Category[]> {
    const { store, files, log } = this.#dependencies;
    try {
      const categories = await readCategories(files);
      this.#categoriesFault = undefined;
      return categories;
    } catch (error) {
      this.#categoriesFault = error instanceof Error ? error.message : String(error);
      log.error({ error }, 'the categories stay as they were: their file could not be read');
      return store.snapshot.categories;
    }
  }

  #report({ put, removed, rejects }: CatalogChange, before: Rejects): void {
    const { log } = this.#dependencies;
    const news = [...(rejects ?? [])].filter(
      ([file, problems]) =>
        before.get(file) !== problems && JSON.stringify(before.get(file)) !== JSON.stringify(problems),
    );

    if (put.length + removed.length > 0) {
      log.info({ put: put.length, removed: removed.length }, 'applied changed files');
    }
    reportRejects(new Map(news), log);
  }
}

/** Logs what is wrong with each rejected file; of very many, only the first. */
export function reportRejects(rejects: Rejects, log: Log): void {
  for (const [file, problems] of [...rejects].slice(0, mostLogged)) {
    log.warn(
      { file: printable(file), problems: problems.slice(0, mostLoggedEach).map(printableProblem) },
      'left out of the catalog',
    );
  }
  const more = rejects.size - mostLogged;
  if (more > 0) log.warn({ more }, 'more files were left out of the catalog');
}

function printableProblem({ pointer, code, detail }: FieldProblem): FieldProblem {
  return { pointer: printable(pointer), code, detail: printable(detail) };
}

function isEmpty({ put, removed, categories, rejects }: CatalogChange, before: Rejects): boolean {
  return put.length === 0 && removed.length === 0 && !categories && rejects?.size === 0 && before.size === 0;
}
