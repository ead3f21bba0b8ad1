import { categoriesPath, type Category } from '../domain/category.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { fieldProblem, type FieldProblem } from '../domain/field-problem.ts';
import type { DeclaredService } from '../domain/service.ts';
import { printServiceFile, serviceFilePath, servicesFolder } from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { type CatalogChange, type CatalogStore, changesIn } from './catalog-store.ts';
import type { CatalogFiles } from '../catalog-files/catalog-files.ts';
import type { Log, Repository } from './ports.ts';
import { readCatalog, readCategories, readService, type Rejects } from '../catalog-files/read-catalog.ts';
import type { RejectedFiles } from './rejected-files.ts';
import type { SerialQueue } from './serial-queue.ts';

interface Dependencies {
  readonly store: CatalogStore;
  readonly rejected: RejectedFiles;
  readonly files: CatalogFiles;
  readonly repository: Repository;
  readonly writer: SerialQueue;
  readonly policy: EndpointPolicy;
  readonly log: Log;
}

/** Files that changed on disk, by hand or by a pull; `all` when it is not known which. */
export type ChangedFiles = ReadonlySet<string> | 'all';

/** What files were read to change, and the files that are left out then. */
type FileChanges = CatalogChange & { readonly rejects: Rejects };

/** Files that were left out and are read again at any change: a stranger may have put thousands there. */
const mostReread = 20;

/** How soon changed files are read again that could not be read. */
const retryMs = 5_000;

const serviceFile = new RegExp(`^${servicesFolder}/(?:[^/]+/)?([^/]+)\\.json$`);

/** Stands in a path for bytes of a name that is not UTF-8: by such a path no file can be found. */
const replacement = '\ufffd';

const shardFolder = new RegExp(`^${servicesFolder}/[^/.]+$`);

/**
 * Takes up what changed on disk. It takes its turn among the commits, so it never sees half of one; and what it finds to be
 * the same as before, as after a commit of ours, changes nothing.
 */
export class FileFollower {
  readonly #dependencies: Dependencies;
  #categoriesFault: string | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Why the categories could not be read when they were read last, so that those from before stay; undefined when they could. */
  get categoriesFault(): string | undefined {
    return this.#categoriesFault;
  }

  takeUp(changed: ChangedFiles): Promise<void> {
    return this.#dependencies.writer.run(() => this.takeUpInTurn(changed));
  }

  /** The same for whoever has the writer's turn. */
  async takeUpInTurn(changed: ChangedFiles): Promise<void> {
    try {
      const { store, rejected, repository } = this.#dependencies;
      const { rejects, ...change } = await this.#changeOf(changed);
      if (changesIn(change) + rejects.size + rejected.files.size === 0) return;

      const version = await repository.version();
      rejected.replace(rejects);
      await store.publish(change, version);
      this.#report(change);
    } catch (error) {
      this.#rereadLater(error);
    }
  }

  /** Takes up that HEAD moved, by a commit that changed no file here. */
  takeUpCommit(): Promise<void> {
    return this.#dependencies.writer.run(() => this.takeUpCommitInTurn());
  }

  /** The same for whoever has the writer's turn. */
  async takeUpCommitInTurn(): Promise<void> {
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

  /** Reads every file again after a fault: which of them changed is not known any more. A lack of descriptors, for one, passes. */
  #rereadLater(error: unknown): void {
    this.#dependencies.log.error(
      { error },
      'the catalog stays as it was: its files could not be read or shown; they are read again soon',
    );
    setTimeout(() => void this.takeUp('all').then(() => this.takeUpCommit()), retryMs).unref();
  }

  async #changeOf(changed: ChangedFiles): Promise<FileChanges> {
    const { rejected } = this.#dependencies;
    if (changed === 'all' || [...changed].some(isOfAll)) return this.#changeOfAll();

    const folders = [...changed].filter((path) => shardFolder.test(path));
    const inFolders = await this.#filesIn(folders);
    const paths = new Set(
      [...changed, ...inFolders].filter((path) => serviceFile.test(path)).concat(folders),
    );
    const change = await this.#changeOfSome(paths);
    // Which of two twins stays is for the whole catalog to say.
    const twins = [...twinsIn(rejected.files), ...twinsIn(change.rejects)];
    const isUp = change.put.length + change.removed.length > 0 || twins.some((path) => paths.has(path));
    return twins.length > 0 && isUp ? this.#changeOfAll() : change;
  }

  /** Every service file that stands in one of these folders, or stood there. */
  async #filesIn(folders: readonly string[]): Promise<string[]> {
    if (folders.length === 0) return [];

    const { store, files } = this.#dependencies;
    const present = await Promise.all(folders.map((folder) => files.list(folder)));
    const known = [...store.snapshot.entries()].map(({ declared }) => serviceFilePath(declared.id));
    return [
      ...present.flat(),
      ...known.filter((path) => folders.includes(path.slice(0, path.lastIndexOf('/')))),
    ];
  }

  /** Reads these files, and a few of those that were left out: one of them may be good by now. */
  async #changeOfSome(paths: ReadonlySet<string>): Promise<FileChanges> {
    const { store, rejected, files, policy } = this.#dependencies;
    const rejects = new Map(rejected.files);
    const put: DeclaredService[] = [];
    const removed: string[] = [];
    let draft = store.snapshot;

    for (const path of new Set([...paths, ...[...rejected.files.keys()].slice(0, mostReread)])) {
      if (path.includes(replacement)) continue;

      const reading = serviceFile.test(path)
        ? await readService(files, path, policy, draft)
        : await this.#readStray(path);
      const known = draft.find(idAt(path) ?? '')?.declared;
      rejects.delete(path);

      if (reading && 'value' in reading) {
        if (isNew(reading.value, draft)) put.push(reading.value);
        draft = draft.declare([reading.value]);
        continue;
      }
      if (reading) rejects.set(path, reading.problems);
      if (known) {
        removed.push(known.id);
        draft = draft.remove([known.id]);
      }
    }

    return { put, removed, rejects };
  }

  /** What is wrong with an entry that is no service file, if it should not be in the catalog at all. */
  async #readStray(path: string): Promise<{ readonly problems: readonly FieldProblem[] } | undefined> {
    const found = await this.#dependencies.files.read(path);
    const isStray = found && 'fault' in found && found.fault === 'file_not_regular';

    return isStray ? { problems: [fieldProblem(found.fault, [])] } : undefined;
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

  async #changeOfAll(): Promise<FileChanges> {
    const { store, files, policy } = this.#dependencies;
    const { snapshot } = store;
    const known = await this.#readCategories();
    const { categories, services, rejects } = await readCatalog(files, policy, known);
    const ids = new Set(services.map(({ id }) => id));

    return {
      put: services.filter((service) => isNew(service, snapshot)),
      removed: [...snapshot.entries()].map(({ declared }) => declared.id).filter((id) => !ids.has(id)),
      ...(JSON.stringify(categories) === JSON.stringify(snapshot.categories) ? {} : { categories }),
      rejects,
    };
  }

  #report({ put, removed }: CatalogChange): void {
    if (put.length + removed.length === 0) return;

    this.#dependencies.log.info({ put: put.length, removed: removed.length }, 'took up changed files');
  }
}

/** Whether only the whole catalog shows what a change comes to. */
function isOfAll(path: string): boolean {
  return path === categoriesPath || path === servicesFolder || path.includes(replacement);
}

/** The id of the service whose file belongs at this path. */
function idAt(path: string): string | undefined {
  const id = serviceFile.exec(path)?.[1];

  return id !== undefined && serviceFilePath(id) === path ? id : undefined;
}

/** Files that were left out because another one is for the same endpoint. */
function twinsIn(rejects: Rejects): string[] {
  return [...rejects]
    .filter(([, problems]) => problems.some(({ code }) => code === 'endpoint_listed'))
    .map(([path]) => path);
}

function isNew(service: DeclaredService, snapshot: Snapshot): boolean {
  const known = snapshot.find(service.id)?.declared;

  return known === undefined || printServiceFile(known) !== printServiceFile(service);
}
