import { hash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { allDone } from '../domain/all-done.ts';
import { errorCode } from '../domain/error-code.ts';
import { brotli, gzipped } from './compress.ts';
import { digestOf } from './digest.ts';
import { type FileRecord, type ListedFile, readFileList, writeFileList } from './file-list.ts';
import { isListed } from './manifest.ts';

type Content = string | Uint8Array;

/** A file that a build contains. */
export interface BuiltFile {
  readonly path: string;
  /** Everything that determines its content. */
  readonly origin: Content;
  readonly make: () => Content | Promise<Content>;
}

/**
 * The files below `client/` of a new build, whose folder may hold those of an earlier one. A file whose origin is the same as there stays; one
 * whose origin is the same as in the last build is a hard link to the one in that; only the others are made. A file is never written into, since
 * other builds may share it. Writes are synchronous: nothing else runs in a process that builds, and small files are written several times
 * faster this way.
 */
export class BuildFiles {
  readonly #build: string;
  /** Those of the earlier build that are not placed again yet. */
  readonly #earlier: Map<string, FileRecord>;
  readonly #last: string;
  readonly #known: ReadonlyMap<string, FileRecord>;
  readonly #records: FileRecord[] = [];
  readonly #folders: Set<string>;
  readonly #compressing: Promise<void>[] = [];

  /** Takes the folder of a new build, and that of the last build, if there is one. */
  constructor(build: string, last?: string) {
    this.#build = build;
    this.#earlier = readFileList(build);
    // Nobody would remove the files that a damaged list leaves out.
    if (this.#earlier.size === 0) rmSync(join(build, 'client'), { recursive: true, force: true });
    this.#folders = new Set([build]);
    this.#last = last ?? '';
    this.#known = last === undefined ? new Map() : readFileList(last);
  }

  /** Places a file. Each path may be placed once. */
  async place(path: string, origin: Content, make: BuiltFile['make']): Promise<void> {
    // Most files are their own origin: they are encoded once.
    const bytes = bytesOf(origin);
    const digest = digestOf(bytes);
    const known = this.#kept(path, digest) ?? this.#linked(path, digest);
    if (known) {
      this.#records.push(known);
      return;
    }

    const text = await make();
    const made = text === origin ? bytes : bytesOf(text);
    writeFileSync(this.#newFile(path), made, { flag: 'wx' });
    const sha256 = isListed(path) ? hash('sha256', made) : '';
    this.#records.push({ path, origin: digest, bytes: made.length, sha256 });
  }

  /** Places a text and its compressed forms, which hosts send as they are. Those are made on other threads: see `compressed`. */
  async placeCompressed(path: string, origin: Content, make: () => Content): Promise<void> {
    const forms = [
      this.place(`${path}.br`, origin, () => brotli(make())),
      this.place(`${path}.gz`, origin, () => gzipped(make())),
    ];
    this.#compressing.push(...forms);
    // `compressed` reports their failures.
    for (const form of forms) form.catch(() => undefined);
    await this.place(path, origin, make);
  }

  /** Resolves when every compressed form is placed. Nothing writes into the folder after that. */
  async compressed(): Promise<void> {
    await allDone(this.#compressing);
  }

  /** Every file placed so far that the manifest lists. */
  get listed(): ListedFile[] {
    return this.#records.filter(({ path }) => isListed(path));
  }

  /** Removes what was not placed, and saves the list of the files, for the next build. */
  finish(): void {
    for (const path of this.#earlier.keys()) this.#remove(path);
    writeFileList(this.#build, this.#records);
  }

  /** The file of the earlier build in this place, which goes unless it has this origin. */
  #kept(path: string, origin: string): FileRecord | undefined {
    const earlier = this.#earlier.get(path);
    if (!earlier) return undefined;

    this.#earlier.delete(path);
    const file = join(this.#build, 'client', path);
    if (earlier.origin === origin && existsSync(file)) return earlier;

    rmSync(file, { force: true });
    return undefined;
  }

  /** The file of the last build with this origin, linked. None where somebody has deleted it. */
  #linked(path: string, origin: string): FileRecord | undefined {
    const known = this.#known.get(path);
    if (known?.origin !== origin) return undefined;

    try {
      linkSync(join(this.#last, 'client', path), this.#newFile(path));
      return known;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Removes a file, and the folders that are empty without it. */
  #remove(path: string): void {
    rmSync(join(this.#build, 'client', path), { force: true });
    try {
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        rmdirSync(join(this.#build, 'client', folder));
      }
    } catch (error) {
      if (!['ENOTEMPTY', 'ENOENT'].includes(errorCode(error) ?? '')) throw error;
    }
  }

  /** The place of a file, in a folder that exists. */
  #newFile(path: string): string {
    const file = join(this.#build, 'client', path);
    this.#makeFolder(dirname(file));
    return file;
  }

  /** Makes a folder below that of the build: several times faster than `recursive`, which looks for each of its parents. */
  #makeFolder(folder: string): void {
    if (this.#folders.has(folder)) return;

    this.#makeFolder(dirname(folder));
    try {
      mkdirSync(folder);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    this.#folders.add(folder);
  }
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
