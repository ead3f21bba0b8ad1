import { createHash } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { CatalogFolder } from '../adapters/catalog-folder.ts';
import type { ChangedFiles } from '../catalog-files/read-change.ts';
import { type CatalogReading, readCategories, readingOf } from '../catalog-files/read-catalog.ts';
import type { EndpointPolicy } from '../domain/endpoint-url.ts';
import { isOutOfDescriptors } from '../domain/error-code.ts';
import type { DeclaredService } from '../domain/service.ts';
import { tombstonesFolder } from '../domain/service-file.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { Clock, Log } from '../live/ports.ts';
import { KeptCatalogReader } from './kept-catalog-file.ts';
import { RecordDamaged } from './record-file.ts';
import type { ThreadAnswer } from './catalog-thread.ts';
import { type Comparison, type FolderDifference, without } from './compare-catalog.ts';

interface Dependencies {
  readonly files: CatalogFolder;
  readonly policy: EndpointPolicy;
  /** DATA_DIR. */
  readonly dataDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** What the files of each folder say, by the path of the folder. */
type Values = ReadonlyMap<string, readonly unknown[]>;

/** What is kept is written anew when more files than this, and more than this share of all, are not in it. */
const mostUnkept = { files: 1_000, share: 1 / 100 };

/** Folders read before yielding to the event loop. */
const foldersPerTurn = 16;

/** Where it is decided whether a file is valid, and what it says. */
const rules = ['domain', 'catalog-files'];

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
    this.#path = join(dependencies.dataDir, 'kept', 'catalog');
  }

  /** Reads the whole catalog. @throws {CategoriesUnreadable} */
  async read(): Promise<CatalogReading> {
    const known = await this.#comparison();
    const file = openIfAny(this.#path);
    try {
      if (file !== undefined) return await this.#readSince(file, known);
    } catch (error) {
      if (!(error instanceof RecordDamaged)) throw error;
      this.#dependencies.log.warn(
        { file: this.#path },
        'what was kept of the catalog is damaged or of another version; reading all files',
      );
      rmSync(this.#path, { force: true });
    } finally {
      if (file !== undefined) closeSync(file);
    }
    return this.#readSince(undefined, known);
  }

  /** The files that may not be as they were when the catalog was read; `all` when that is not known. */
  async changed(): Promise<ChangedFiles> {
    await this.keepUp();
    const file = openIfAny(this.#path);
    if (file === undefined) return 'all';

    try {
      const known = await this.#comparison();
      const changed = await differences({ ...known, kept: file }, this.#dependencies.log);
      return new Set(changed.flatMap(({ paths }) => paths));
    } catch (error) {
      this.#dependencies.log.warn({ error }, 'the catalog could not be compared with what is kept of it');
      return 'all';
    } finally {
      closeSync(file);
    }
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
    const { log } = this.#dependencies;
    this.#unkept = 0;
    const file = openIfAny(this.#path);
    try {
      const known = await this.#comparison();
      await differences({ ...known, kept: file, keepAt: this.#path }, log);
    } catch (error) {
      log.warn({ error }, 'the catalog could not be kept for the next start, which reads more files instead');
    } finally {
      if (file !== undefined) closeSync(file);
    }
  }

  /** `file`: the kept file. Without it, what is read is kept. @throws {RecordDamaged} */
  async #readSince(file: number | undefined, known: Comparison): Promise<CatalogReading> {
    const keepAt = file === undefined ? this.#path : undefined;
    const [kept, changed] = await Promise.all([
      file === undefined ? new Map<string, readonly unknown[]>() : readKept(file, known.key),
      differences({ ...known, kept: file, keepAt }, this.#dependencies.log),
    ]);
    const { services, tombstones } = sorted(withChanges(kept, changed));
    const rejects = new Map(changed.flatMap((folder) => folder.rejects));
    const read = changed.reduce((sum, folder) => sum + folder.found, 0);

    this.#files = services.length + tombstones.length;
    this.#unkept = file === undefined ? 0 : read;
    this.#dependencies.log.info({ files: this.#files, read }, 'read the catalog');
    return readingOf({ categories: known.categories, services, tombstones, rejects });
  }

  async #comparison(): Promise<Comparison> {
    const { files, policy, clock } = this.#dependencies;
    const now = clock();
    const categories = await readCategories(files);
    const key = digest([files.path, policy, categories, rulesDigest()]);

    return { folder: files.path, policy, categories, now, key, kept: undefined, keepAt: undefined };
  }
}

/** @throws {RecordDamaged} also when the file is of another version */
async function readKept(file: number, key: string): Promise<Values> {
  const reader = KeptCatalogReader.of(file, key);
  const values = new Map<string, readonly unknown[]>();

  for (let path = reader.path(); path !== undefined; path = reader.path()) {
    reader.skip();
    values.set(path, reader.values());
    if (values.size % foldersPerTurn === 0) await nextTurn();
  }
  return values;
}

/** What a thread finds to differ. @throws {RecordDamaged} */
function differences(comparison: Comparison, log: Log): Promise<FolderDifference[]> {
  const worker = new Worker(new URL('./catalog-thread.ts', import.meta.url), { workerData: comparison });
  const folders: FolderDifference[] = [];

  return new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('exit', () => {
      reject(new Error('the thread that reads the catalog ended early'));
    });
    worker.on('message', (answer: ThreadAnswer) => {
      if (answer === 'done') resolve(folders);
      else if (answer === 'damaged') reject(new RecordDamaged());
      else if ('fault' in answer) log.warn(answer, 'the catalog could not be kept for the next start');
      else folders.push(answer);
    });
  });
}

function withChanges(kept: Values, changed: readonly FolderDifference[]): Values {
  const values = new Map(kept);
  for (const { path, gone, values: text } of changed) {
    const left = without(values.get(path) ?? [], gone);
    values.set(path, [...left, ...(JSON.parse(text) as unknown[])]);
  }
  return values;
}

/** Only this program writes what is kept, after a check by the rules in its key, so nothing is checked again. */
function sorted(values: Values): { services: DeclaredService[]; tombstones: Tombstone[] } {
  const services: DeclaredService[] = [];
  const tombstones: Tombstone[] = [];
  const texts = new Map<string, string>();
  for (const [path, some] of values) {
    if (path.startsWith(tombstonesFolder)) for (const value of some) tombstones.push(value as Tombstone);
    else for (const value of some) services.push(shared(value as DeclaredService, texts));
  }
  return { services, tombstones };
}

/** The same service, with texts that many services have once in memory. A service that did not change since has one text for both times. */
function shared(service: DeclaredService, texts: Map<string, string>): DeclaredService {
  const { category, pricing, x402Config, createdAt, updatedAt } = service;

  return Object.assign(service, {
    category: once(category, texts),
    pricing: Object.assign(pricing, { currency: once(pricing.currency, texts) }),
    x402Config: Object.assign(x402Config, { network: once(x402Config.network, texts) }),
    updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
  });
}

function once(text: string, texts: Map<string, string>): string {
  const known = texts.get(text);
  if (known !== undefined) return known;

  texts.set(text, text);
  return text;
}

/** Undefined where there is no such file, or it cannot be opened: then it will be written anew, or that fails too and is told. */
function openIfAny(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (error) {
    if (isOutOfDescriptors(error)) throw error;
    return undefined;
  }
}

/** A digest of the program's rules, so that no other rules than the present ones decided about what is kept. */
function rulesDigest(): string {
  const files = rules.flatMap((room) => {
    const folder = new URL(`../${room}/`, import.meta.url);
    return readdirSync(folder)
      .sort()
      .map((name) => readFileSync(new URL(name, folder), 'utf8'));
  });

  return digest(files);
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex');
}
