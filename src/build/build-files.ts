import { hash } from 'node:crypto';
import { linkSync, mkdirSync, writeFileSync } from 'node:fs';
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
 * The files below `client/` of a new build. A file whose origin is the same as in the last build is a hard link to the one there; only the
 * others are made. Writes are synchronous: nothing else runs in a process that builds, and small files are written several times faster this way.
 */
export class BuildFiles {
  readonly #build: string;
  readonly #last: string;
  readonly #known: ReadonlyMap<string, FileRecord>;
  readonly #records: FileRecord[] = [];
  readonly #folders: Set<string>;
  readonly #compressing: Promise<void>[] = [];

  /** Takes the folder of a new build, which is empty, and that of the last build, if there is one. */
  constructor(build: string, last?: string) {
    this.#build = build;
    this.#folders = new Set([build]);
    this.#last = last ?? '';
    this.#known = last === undefined ? new Map() : readFileList(last);
  }

  /** Places a file. Each path may be placed once. */
  async place(path: string, origin: Content, make: BuiltFile['make']): Promise<void> {
    // Most files are their own origin: they are encoded once.
    const bytes = bytesOf(origin);
    const digest = digestOf(bytes);
    const known = this.#known.get(path);
    if (known?.origin === digest && this.#link(path)) {
      this.#records.push(known);
      return;
    }

    const text = await make();
    const made = text === origin ? bytes : bytesOf(text);
    // Never writes into a file that is there, since the last build would share it.
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

  /** Saves the list of the files, for the next build. */
  finish(): void {
    writeFileList(this.#build, this.#records);
  }

  /** Links a file of the last build. False where somebody has deleted it. */
  #link(path: string): boolean {
    try {
      linkSync(join(this.#last, 'client', path), this.#newFile(path));
      return true;
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return false;
      throw error;
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
    mkdirSync(folder);
    this.#folders.add(folder);
  }
}

function bytesOf(content: Content): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content) : content;
}
