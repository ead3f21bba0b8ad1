import { dirname } from 'node:path/posix';
import type { FileReading, FoundFile } from '../../src/domain/catalog-file.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { categoriesPath, printCategories } from '../../src/domain/category.ts';
import {
  printServiceFile,
  printTombstone,
  serviceFilePath,
  tombstoneFilePath,
} from '../../src/domain/service-file.ts';
import type { Tombstone } from '../../src/domain/tombstone.ts';
import type { CatalogFiles } from '../../src/catalog-files/catalog-files.ts';
import { categories } from '../fixtures/services.ts';

/** In-memory catalog files. */
export class MemoryFiles implements CatalogFiles {
  readonly texts: Map<string, string>;
  /** Files that exist but cannot be read, with their faults. */
  readonly faults = new Map<string, Extract<FileReading, { readonly fault: unknown }>>();
  /** While set, all reads fail with this error. */
  failure: Error | undefined;

  constructor(texts = new Map<string, string>()) {
    this.texts = texts;
  }

  /** Files for these services, with the categories of the fixtures. */
  static of(services: readonly DeclaredService[], texts?: Map<string, string>): MemoryFiles {
    const files = new MemoryFiles(texts);
    files.texts.set(categoriesPath, printCategories(categories));
    for (const service of services) files.put(service);
    return files;
  }

  /** Writes the file of a service. Returns its path. */
  put(service: DeclaredService): string {
    const path = serviceFilePath(service.id);
    this.texts.set(path, printServiceFile(service));
    return path;
  }

  /** Writes the file of a removed service. Returns its path. */
  bury(tombstone: Tombstone): string {
    const path = tombstoneFilePath(tombstone.id);
    this.texts.set(path, printTombstone(tombstone));
    return path;
  }

  async read(path: string): Promise<FileReading | undefined> {
    if (this.failure) throw this.failure;
    const text = this.texts.get(path);
    return this.faults.get(path) ?? (text === undefined ? undefined : { text });
  }

  async list(folder: string): Promise<string[]> {
    return [...this.texts.keys()].filter(
      (path) => (isServiceFile(path) || isTombstoneFile(path)) && dirname(path) === folder,
    );
  }

  async *serviceFiles(): AsyncGenerator<FoundFile[]> {
    if (this.failure) throw this.failure;
    yield* this.#found('services', isServiceFile);
  }

  async *tombstoneFiles(): AsyncGenerator<FoundFile[]> {
    yield* this.#found('deleted', isTombstoneFile);
  }

  *#found(top: string, isMeant: (path: string) => boolean): Generator<FoundFile[]> {
    for (const [path, reading] of this.faults) if (path.startsWith(top)) yield [{ path, ...reading }];
    for (const [path, text] of this.texts) {
      if (isMeant(path) && !this.faults.has(path)) yield [{ path, text }];
    }
  }
}

function isTombstoneFile(path: string): boolean {
  return /^deleted\/([^/]+\/)?[^/]+\.json$/.test(path);
}

function isServiceFile(path: string): boolean {
  return /^services\/([^/]+\/)?[^/]+\.json$/.test(path);
}
