import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileReading, FoundFile } from '../domain/catalog-file.ts';
import { categoriesPath } from '../domain/category.ts';
import { servicesFolder } from '../domain/service-file.ts';
import { writeDurably } from './durable-file.ts';
import { readingOfError, readRegularFile, strayOnTheWay } from './regular-file.ts';

const ownCategories = new URL(`../../catalog/${categoriesPath}`, import.meta.url);

/** Files that are read before other work gets its turn. */
const filesATurn = 250;

/** The catalog as files on disk. Strangers put files here: no link is followed, and only small regular files are opened. */
export class CatalogFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** What a file holds, or why it is not read; undefined when there is none. */
  async read(path: string): Promise<FileReading | undefined> {
    await nextTurn();
    const reading = this.#isWithin(path) ? readRegularFile(join(this.path, path)) : undefined;
    const isFolder = reading && 'fault' in reading && !path.endsWith('.json') && this.#isFolder(path);
    return isFolder ? undefined : reading;
  }

  /** Names of the service files in one folder, as paths. */
  async list(folder: string): Promise<string[]> {
    await nextTurn();
    return this.#entries(folder)
      .filter(({ name }) => isUtf8(name))
      .map(({ name }) => `${folder}/${name.toString()}`)
      .filter((path) => path.endsWith('.json'));
  }

  /**
   * Every service file, and everything else that stands among them and is neither file nor folder. Reading is synchronous, which
   * is several times faster than asynchronous reading, and other work gets its turn now and then.
   */
  async *serviceFiles(): AsyncGenerator<FoundFile[]> {
    if (await this.read(servicesFolder)) yield [{ path: servicesFolder, fault: 'file_not_regular' }];

    const folders = [servicesFolder];
    for (const folder of folders) {
      const { entries, faults } = this.#look(folder);
      yield faults;
      yield* this.#filesIn(folder, entries);
      if (folder === servicesFolder) folders.push(...shardsOf(entries));
    }
  }

  /** Writes a file of the catalog. @throws when the way to it leads out of the folder. */
  async write(path: string, text: string): Promise<void> {
    const stray = strayOnTheWay(this.path, path);
    if (stray !== undefined) throw new Error(`${stray} is no folder; put a folder in its place`);

    await writeDurably(join(this.path, path), text);
  }

  /** A folder without categories gets those of this project, so that an empty folder is a good place to start. */
  async seedCategories(): Promise<void> {
    if ((await this.read(categoriesPath)) === undefined) {
      await this.write(categoriesPath, await readFile(ownCategories, 'utf8'));
    }
  }

  async *#filesIn(folder: string, entries: readonly Dirent<Buffer>[]): AsyncGenerator<FoundFile[]> {
    for (let start = 0; start < entries.length; start += filesATurn) {
      yield entries.slice(start, start + filesATurn).flatMap((entry) => this.#found(folder, entry) ?? []);
      await nextTurn();
    }
  }

  #found(folder: string, entry: Dirent<Buffer>): FoundFile | undefined {
    const path = `${folder}/${entry.name.toString()}`;
    if (!isUtf8(entry.name)) return { path, fault: 'file_not_utf8' };

    if (path.endsWith('.json')) {
      const reading = readRegularFile(join(this.path, path));
      return reading && { path, ...reading };
    }
    return entry.isFile() || entry.isDirectory() ? undefined : { path, fault: 'file_not_regular' };
  }

  /** What stands in a folder, or why that cannot be told. */
  #look(folder: string): { readonly entries: readonly Dirent<Buffer>[]; readonly faults: FoundFile[] } {
    try {
      return { entries: this.#entries(folder), faults: [] };
    } catch (error) {
      const reading = readingOfError(error);
      return { entries: [], faults: reading ? [{ path: folder, ...reading }] : [] };
    }
  }

  /** What stands in a folder; nothing where there is no such folder in the catalog. */
  #entries(folder: string): Dirent<Buffer>[] {
    if (!this.#isWithin(folder) || !this.#isFolder(folder)) return [];

    return readdirSync(join(this.path, folder), { withFileTypes: true, encoding: 'buffer' });
  }

  #isFolder(path: string): boolean {
    return lstatSync(join(this.path, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Whether the way to a path stays in the catalog folder. */
  #isWithin(path: string): boolean {
    return strayOnTheWay(this.path, path) === undefined;
  }
}

/** A folder that is named like a file is told as a fault instead. */
function shardsOf(entries: readonly Dirent<Buffer>[]): string[] {
  return entries
    .filter((entry) => entry.isDirectory() && isUtf8(entry.name))
    .map(({ name }) => `${servicesFolder}/${name.toString()}`)
    .filter((path) => !path.endsWith('.json'))
    .sort();
}
