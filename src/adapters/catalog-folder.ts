import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileReading, FoundFile } from '../domain/catalog-file.ts';
import { categoriesPath } from '../domain/category.ts';
import { servicesFolder, tombstonesFolder } from '../domain/service-file.ts';
import { writeDurably } from './durable-file.ts';
import { stampOf } from './file-stamp.ts';
import { readingOfError, readRegularFile, nonFolderParent } from './regular-file.ts';

const ownCategories = new URL(`../../catalog/${categoriesPath}`, import.meta.url);

/** How many files to read before yielding to the event loop. */
const filesPerTurn = 250;

/** The catalog folder on disk. Strangers contribute files, so links are never followed and only small regular files are opened. */
export class CatalogFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** The text of a file, or why it cannot be read; undefined when there is none. */
  async read(path: string): Promise<FileReading | undefined> {
    await nextTurn();
    const reading = this.#isWithin(path) ? readRegularFile(join(this.path, path)) : undefined;
    const isFolder = reading && 'fault' in reading && !path.endsWith('.json') && this.#isFolder(path);
    return isFolder ? undefined : reading;
  }

  /** The paths of the files of services, or of removed ones, in one folder. */
  async list(folder: string): Promise<string[]> {
    await nextTurn();
    return this.#entries(folder)
      .filter(({ name }) => isUtf8(name))
      .map(({ name }) => `${folder}/${name.toString()}`)
      .filter((path) => path.endsWith('.json'));
  }

  /**
   * Every service file, plus a fault for anything among them that is neither a file nor a folder. Files are read synchronously, which
   * is several times faster, with regular yields to the event loop.
   */
  serviceFiles(): AsyncGenerator<FoundFile[]> {
    return this.#filesBelow(servicesFolder);
  }

  /** Every file of a removed service, read in the same way. */
  tombstoneFiles(): AsyncGenerator<FoundFile[]> {
    return this.#filesBelow(tombstonesFolder);
  }

  /**
   * The stamps of all files in the folders of services and tombstones, by path. Undefined for a file that changed just before `now`: it could
   * change again without a new stamp.
   */
  async stamps(now: Date): Promise<Map<string, string | undefined>> {
    const stamps = new Map<string, string | undefined>();
    for (const folder of this.#allFolders()) {
      const { entries, faults } = this.#tryEntries(folder);
      for (const { path } of faults) stamps.set(path, undefined);
      for (const [i, entry] of entries.entries()) {
        const path = `${folder}/${entry.name.toString()}`;
        if (!entry.isDirectory() || path.endsWith('.json')) {
          stamps.set(path, stampOf(join(this.path, path), now));
        }
        if (i % filesPerTurn === 0) await nextTurn();
      }
    }
    return stamps;
  }

  /** Writes a file of the catalog. @throws when a parent of the path is not a folder */
  async write(path: string, text: string): Promise<void> {
    const stray = nonFolderParent(this.path, path);
    if (stray !== undefined) throw new Error(`${stray} is no folder; put a folder in its place`);

    await writeDurably(join(this.path, path), text);
  }

  /** Copies the default categories into a folder that has none, so that a catalog can start from an empty folder. */
  async seedCategories(): Promise<void> {
    if ((await this.read(categoriesPath)) === undefined) {
      await this.write(categoriesPath, await readFile(ownCategories, 'utf8'));
    }
  }

  async *#filesBelow(top: string): AsyncGenerator<FoundFile[]> {
    for (const folder of this.#folders(top)) {
      const { entries, faults } = this.#tryEntries(folder);
      yield faults;
      yield* this.#filesIn(folder, entries);
    }
  }

  async *#filesIn(folder: string, entries: readonly Dirent<Buffer>[]): AsyncGenerator<FoundFile[]> {
    for (let start = 0; start < entries.length; start += filesPerTurn) {
      yield entries.slice(start, start + filesPerTurn).flatMap((entry) => this.#inspect(folder, entry) ?? []);
      await nextTurn();
    }
  }

  /** The folders that the files belong in: of services, and of removed ones. */
  #allFolders(): string[] {
    return [servicesFolder, tombstonesFolder].flatMap((top) => this.#folders(top));
  }

  /** A top folder, then its parts in the order of their names. */
  #folders(top: string): string[] {
    return [top, ...shardsOf(top, this.#tryEntries(top).entries)];
  }

  #inspect(folder: string, entry: Dirent<Buffer>): FoundFile | undefined {
    const path = `${folder}/${entry.name.toString()}`;
    if (!isUtf8(entry.name)) return { path, fault: 'file_not_utf8' };

    if (path.endsWith('.json')) {
      const reading = readRegularFile(join(this.path, path));
      return reading && { path, ...reading };
    }
    return entry.isFile() || entry.isDirectory() ? undefined : { path, fault: 'file_not_regular' };
  }

  /** The entries of a folder, or why it cannot be listed. */
  #tryEntries(folder: string): { readonly entries: readonly Dirent<Buffer>[]; readonly faults: FoundFile[] } {
    try {
      if (this.#isStray(folder)) {
        return { entries: [], faults: [{ path: folder, fault: 'file_not_regular' }] };
      }
      return { entries: this.#entries(folder), faults: [] };
    } catch (error) {
      const reading = readingOfError(error);
      return { entries: [], faults: reading ? [{ path: folder, ...reading }] : [] };
    }
  }

  /** The entries of a folder; none when the catalog has no such folder. */
  #entries(folder: string): Dirent<Buffer>[] {
    if (!this.#isWithin(folder) || !this.#isFolder(folder)) return [];

    return readdirSync(join(this.path, folder), { withFileTypes: true, encoding: 'buffer' });
  }

  /** Whether a path leads to something other than a folder. */
  #isStray(path: string): boolean {
    return lstatSync(join(this.path, path), { throwIfNoEntry: false })?.isDirectory() === false;
  }

  #isFolder(path: string): boolean {
    return lstatSync(join(this.path, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Whether a path stays in the catalog folder, not passing through a link. */
  #isWithin(path: string): boolean {
    return nonFolderParent(this.path, path) === undefined;
  }
}

/** Skips folders named like a service file: those are reported as faults. */
function shardsOf(top: string, entries: readonly Dirent<Buffer>[]): string[] {
  return entries
    .filter((entry) => entry.isDirectory() && isUtf8(entry.name))
    .map(({ name }) => `${top}/${name.toString()}`)
    .filter((path) => !path.endsWith('.json'))
    .sort();
}
