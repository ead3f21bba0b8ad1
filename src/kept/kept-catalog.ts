import { rmSync } from 'node:fs';
import type { CatalogFolder } from '../adapters/catalog-folder.ts';
import type { ChangedFiles } from '../catalog-files/read-change.ts';
import { type CatalogReading, misplacedAmong, readCategories } from '../catalog-files/read-catalog.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { isOutOfDescriptors } from '../domain/error-code.ts';
import { type ListedService, listedService } from '../domain/listed-service.ts';
import type { DeclaredService } from '../domain/service.ts';
import { serviceFilePath, tombstonesFolder } from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Clock, Log } from '../live/ports.ts';
import { RecordDamaged } from './record-damaged.ts';
import { digest, rulesDigest } from './rules-digest.ts';
import type { Comparison, FolderDifference } from './compare-catalog.ts';
import { compareInThread, preparedTables } from './compare-in-thread.ts';
import { KeptRows } from './kept-rows.ts';
import { OpenFile } from './open-file.ts';
import { keptCatalogPath } from './kept-catalog-path.ts';
import { stampOf, tablesIn } from './kept-tables.ts';
import { KeptService, ReadServices } from './kept-service.ts';

interface Dependencies {
  readonly files: CatalogFolder;
  readonly policy: EndpointPolicy;
  /** DATA_DIR. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
  /** In a thread by default. */
  readonly compare?: typeof compareInThread;
}

/** What is kept of each folder, by its path. */
type Folders = ReadonlyMap<string, KeptRows>;

/** A reading that has begun. It must be ended. */
interface Begun {
  readonly end: () => Promise<CatalogReading<ListedService>>;
}

/** What is kept is written anew when more files than this, and more than this share of all, are not in it. */
const mostUnkept = { files: 1_000, share: 1 / 100 };

/**
 * What an earlier reading of the catalog found, in one file below DATA_DIR, so that the next one reads only the files that changed since. The
 * file may be deleted at any time: all files are read then.
 */
export class KeptCatalog {
  readonly #dependencies: Dependencies;
  readonly #path: string;
  #files = 0;
  /** How many files are not kept as they are now. */
  #unkept = 0;
  #work: Promise<void> | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#path = keptCatalogPath(dependencies.dataDir);
  }

  /** Reads the whole catalog. @throws {CategoriesUnreadable} */
  async read(): Promise<CatalogReading<ListedService>> {
    return (await this.begin()).end();
  }

  /** The same in two steps: a thread compares the files from the first on, and this one may do something else until the second. */
  async begin(): Promise<Begun> {
    const known = await this.#comparison();
    const file = openIfAny(this.#path);
    const changed = this.#differences(file?.descriptor, known);
    // Whoever ends it awaits it.
    changed.catch(() => undefined);

    return { end: () => this.#end(file, known, changed) };
  }

  async #end(
    file: OpenFile | undefined,
    known: Comparison,
    changed: Promise<FolderDifference[]>,
  ): Promise<CatalogReading<ListedService>> {
    if (file === undefined) return this.#readingOf(known, undefined, await changed);
    try {
      const kept = await readKept(file, known.key);
      return this.#readingOf(known, kept, await changed);
    } catch (error) {
      // The thread may still read it.
      await changed.catch(() => undefined);
      file.close();
      if (!(error instanceof RecordDamaged)) throw error;
      this.#dependencies.log.warn(
        { file: this.#path },
        'what was kept of the catalog is damaged or of another version; reading all files',
      );
      rmSync(this.#path, { force: true });
    }
    return this.#readingOf(known, undefined, await this.#differences(undefined, known));
  }

  /** The files that may not be as they were when the catalog was read; `all` when that is not known. */
  async changed(): Promise<ChangedFiles> {
    await this.keepUp();
    const file = openIfAny(this.#path);
    if (file === undefined) return this.#keepLater();

    try {
      const known = await this.#comparison();
      const changed = await this.#compare({ ...known, kept: file.descriptor });
      return new Set(changed.flatMap(({ paths }) => paths));
    } catch (error) {
      this.#dependencies.log.warn({ error }, 'the catalog could not be compared with what is kept of it');
      if (error instanceof RecordDamaged) rmSync(this.#path, { force: true });
      return this.#keepLater();
    } finally {
      file.close();
    }
  }

  /** Without anything to compare with, all files count as changed, and are kept before the next comparison. */
  #keepLater(): 'all' {
    this.#unkept = Infinity;
    return 'all';
  }

  /** Notes that files changed, and keeps the catalog anew when many have. */
  noteChanges(count: number): void {
    this.#unkept += count;
    void this.keepUp();
  }

  /** Keeps the catalog as it is now, if much of it is not kept. Resolves when that is done. */
  keepUp(): Promise<void> {
    const isWorth = this.#unkept > Math.max(mostUnkept.files, this.#files * mostUnkept.share);
    if (isWorth) this.#work ??= this.#keep().finally(() => (this.#work = undefined));
    return this.#work ?? Promise.resolve();
  }

  async #keep(): Promise<void> {
    this.#unkept = 0;
    const file = openIfAny(this.#path);
    try {
      const known = await this.#comparison();
      await this.#compare({ ...known, kept: file?.descriptor, keepAt: this.#path });
    } catch (error) {
      this.#dependencies.log.warn(
        { error },
        'the catalog could not be kept for the next start, which reads more files instead',
      );
    } finally {
      file?.close();
    }
  }

  /** What a thread finds to differ from a kept file. Without one, that is everything, and is kept. @throws {RecordDamaged} */
  #differences(file: number | undefined, known: Comparison): Promise<FolderDifference[]> {
    const keepAt = file === undefined ? this.#path : undefined;

    return this.#compare({ ...known, kept: file, keepAt });
  }

  /** @throws {RecordDamaged} */
  async #compare(comparison: Comparison): Promise<FolderDifference[]> {
    const { compare = compareInThread, log } = this.#dependencies;
    const folders: FolderDifference[] = [];
    const end = await compare(comparison, (found) => {
      if ('fault' in found) log.warn(found, 'the catalog could not be kept for the next start');
      else folders.push(found);
    });
    if (end === 'damaged') throw new RecordDamaged();
    return folders;
  }

  #readingOf(
    { categories }: Comparison,
    kept: Folders | undefined,
    changed: readonly FolderDifference[],
  ): CatalogReading<ListedService> {
    const { services, tombstones } = foundIn(kept ?? new Map(), changed);
    const left = misplacedAmong(perhapsContested(services).map(({ declared }) => declared));
    const rejects = new Map([...changed.flatMap((folder) => folder.rejects), ...left]);
    const placed = left.size === 0 ? services : services.filter(({ id }) => !left.has(serviceFilePath(id)));
    const read = changed.reduce((sum, folder) => sum + folder.found, 0);

    this.#files = services.length + tombstones.length;
    this.#unkept = kept ? read : 0;
    this.#dependencies.log.info({ files: this.#files, read }, 'read the catalog');
    return { categories, services: placed, tombstones, rejects };
  }

  async #comparison(): Promise<Comparison> {
    const { files, policy, clock } = this.#dependencies;
    const now = clock();
    const categories = await readCategories(files);
    const key = digest([files.path, policy, categories, rulesDigest()]);

    return { folder: files.path, policy, categories, now, key, kept: undefined, keepAt: undefined };
  }
}

/** What is kept in an open file, unless a thread has read it already. @throws {RecordDamaged} also when the file is of another version or key */
async function readKept(file: OpenFile, wanted: string): Promise<Folders> {
  const prepared = await preparedTables();
  const { key, folders } =
    prepared?.stamp === stampOf(file.descriptor) ? prepared : tablesIn(file.descriptor);
  if (key !== wanted) throw new RecordDamaged();

  return new Map(folders.map(([path, parts]) => [path, KeptRows.stored(parts, file)]));
}

/** What is kept and counts, and what changed since. */
function foundIn(
  kept: Folders,
  changed: readonly FolderDifference[],
): { services: ListedService[]; tombstones: Tombstone[] } {
  const services: ListedService[] = [];
  const tombstones: Tombstone[] = [];
  const read = new ReadServices();
  const gone = new Map(changed.map((folder) => [folder.path, folder.gone]));
  for (const [path, rows] of kept) {
    for (const place of placesLeft(rows, gone.get(path))) {
      if (isOfTombstones(path)) tombstones.push(JSON.parse(rows.text(place)) as Tombstone);
      else services.push(new KeptService(rows, place, read));
    }
  }
  for (const { path, values } of changed) {
    for (const value of JSON.parse(values) as unknown[]) {
      if (isOfTombstones(path)) tombstones.push(value as Tombstone);
      else services.push(listedService(read.shared(value as DeclaredService)));
    }
  }
  return { services, tombstones };
}

function isOfTombstones(path: string): boolean {
  return path.startsWith(tombstonesFolder);
}

function placesLeft({ size }: KeptRows, gone: FolderDifference['gone'] = []): number[] {
  if (gone === 'all') return [];

  const left = new Set(gone);
  return Array.from({ length: size }, (_, place) => place).filter((place) => !left.has(place));
}

/** Services that share the hash of their endpoints, which is quicker than to compare the endpoints of all. */
function perhapsContested(services: readonly ListedService[]): ListedService[] {
  const hashes = Uint32Array.from(services, ({ keys }) => keys.endpoint);
  const sorted = hashes.toSorted();
  const shared = new Set(sorted.filter((hash, at) => hash === sorted[at + 1]));

  return shared.size === 0 ? [] : services.filter((_, at) => shared.has(hashes[at] ?? 0));
}

/** Undefined where there is no such file, or it cannot be opened: then it will be written anew, or that fails too and is told. */
function openIfAny(path: string): OpenFile | undefined {
  try {
    return OpenFile.at(path);
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return undefined;
  }
}
