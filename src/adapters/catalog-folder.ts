import { isUtf8 } from 'node:buffer';
import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FileReading, FoundFile } from '../domain/catalog-file.ts';
import { categoriesPath } from '../domain/category.ts';
import { servicesFolder, tombstonesFolder } from '../domain/service-file.ts';
import { writeDurably } from './durable-file.ts';
import { type FileStamps, isFresh, type Stamp, stampOf } from './file-stamps.ts';
import { readingOfError, readRegularFile, strayOnTheWay } from './regular-file.ts';

const ownCategories = new URL(`../../catalog/${categoriesPath}`, import.meta.url);

/** How many files to read before yielding to the event loop. */
const filesPerTurn = 250;

/** A file, and by what it is known again. */
export type StampedFile = FoundFile & {
  /** Undefined while the file may change without a trace, so that it has to be read the next time too. */
  readonly stamp: Stamp | undefined;
};

/** How a folder differs from what is known of it. */
export interface FolderChanges {
  /** The places of the known files that are gone, or are not as they were. */
  readonly gone: readonly number[];
  /** The files that are new, or are not as they were. */
  readonly found: readonly StampedFile[];
}

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

  /** The folders that the files of services, or of removed ones, belong in: the top one first, then its parts in the order of their names. */
  folders(top: string): string[] {
    return [top, ...shardsOf(top, this.#tryEntries(top).entries)];
  }

  /**
   * Reads the files of a folder that are not as they are known, all at once and without a pause; for a thread of its own. Files that changed
   * just before `now` may change again and keep their stamp.
   */
  changesIn(folder: string, known: FileStamps, now: Date): FolderChanges {
    const there = this.#placesIfAllKnown(folder, known);

    return there ? { gone: placesBeside(there, known), found: [] } : this.#compare(folder, known, now);
  }

  /** Writes a file of the catalog. @throws when a parent of the path is not a folder */
  async write(path: string, text: string): Promise<void> {
    const stray = strayOnTheWay(this.path, path);
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
    for (const folder of this.folders(top)) {
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

  /** The places of the files of a folder; undefined when something in it is not as it is known. Most folders did not change. */
  #placesIfAllKnown(folder: string, known: FileStamps): ReadonlySet<number> | undefined {
    const isFolder = this.#isWithin(folder) && this.#isFolder(folder);
    const names = isFolder ? namesIn(join(this.path, folder)) : undefined;
    if (!names) return undefined;

    const places = new Set<number>();
    for (const name of names) {
      const stamp = name.endsWith('.json') ? stampOf(`${this.path}/${folder}/${name}`) : undefined;
      const place = stamp && known.find(name, stamp);
      if (place === undefined) return undefined;
      places.add(place);
    }
    return places;
  }

  #compare(folder: string, known: FileStamps, now: Date): FolderChanges {
    const { entries, faults } = this.#tryEntries(folder);
    const found: StampedFile[] = faults.map((fault) => ({ ...fault, stamp: undefined }));
    const there = new Set<number>();

    for (const entry of entries) {
      const name = entry.name.toString();
      const stamp = name.endsWith('.json') ? stampOf(join(this.path, folder, name)) : undefined;
      const place = stamp && known.find(name, stamp);
      if (place !== undefined) {
        there.add(place);
        continue;
      }
      const file = this.#inspect(folder, entry);
      if (file) found.push({ ...file, stamp: stamp && !isFresh(stamp, now) ? stamp : undefined });
    }
    return { gone: placesBeside(there, known), found };
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

  /** Whether something stands at a path that is no folder. */
  #isStray(path: string): boolean {
    return lstatSync(join(this.path, path), { throwIfNoEntry: false })?.isDirectory() === false;
  }

  #isFolder(path: string): boolean {
    return lstatSync(join(this.path, path), { throwIfNoEntry: false })?.isDirectory() ?? false;
  }

  /** Whether a path stays in the catalog folder, not passing through a link. */
  #isWithin(path: string): boolean {
    return strayOnTheWay(this.path, path) === undefined;
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

/** The names in a folder, with replacements for bytes that are not UTF-8; undefined where it cannot be listed. */
function namesIn(folder: string): string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function placesBeside(there: ReadonlySet<number>, { names }: FileStamps): number[] {
  return [...names.keys()].filter((place) => !there.has(place));
}
