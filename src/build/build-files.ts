import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';

/** Maps the path of each file of a build to a hash of its origin: whatever determines its content. */
const Origins = z.record(z.string(), z.string());
type Origins = z.infer<typeof Origins>;

const originsFile = 'origins.json';

type Content = string | Uint8Array;

/** Files up to this size are compressed at the best quality; larger ones would take longer than the rest of a build. */
const small = 256 * 1024;

/**
 * The files below `client/` of a new build. A file whose origin is unchanged is not made again: it stays if the reused folder
 * contains it, or becomes a hard link to the file of the last build, which is much faster than a new file. Writes are synchronous:
 * nothing else runs in this process, and thousands of small files are written several times faster this way.
 */
export class BuildFiles {
  readonly #build: string;
  readonly #last: string | undefined;
  /** Files that the reused folder already contains. */
  readonly #present: Origins;
  readonly #ofLast: Origins;
  readonly #origins: Origins = {};
  readonly #folders = new Set<string>();

  /** `last` is the folder of the last build; undefined when there is none. */
  constructor(build: string, last: string | undefined) {
    this.#build = build;
    this.#last = last;
    this.#present = originsOf(build);
    this.#ofLast = last === undefined ? {} : originsOf(last);
  }

  /** Places a file. Calls `make` only when no file with the same origin exists. */
  async place(path: string, origin: Content, make: () => Content | Promise<Content>): Promise<void> {
    const key = createHash('sha256').update(origin).digest('base64url').slice(0, 16);
    const file = this.#fileAt(path);
    this.#origins[path] = key;
    if (this.#present[path] === key && existsSync(file)) return;

    this.#makeFolder(dirname(file));
    // The file may be a hard link shared with a served build, so never write into it.
    rmSync(file, { force: true });
    if (this.#ofLast[path] !== key || !this.#link(path, file)) writeFileSync(file, await make());
  }

  /** Places a text and its compressed forms, which hosts send as they are. */
  async placeCompressed(path: string, origin: Content, make: () => Content): Promise<void> {
    await this.place(path, origin, make);
    await this.place(`${path}.br`, origin, () => compressed(make()));
    await this.place(`${path}.gz`, origin, () => promisify(gzip)(make(), { level: 9 }));
  }

  /** Removes files that were not placed, and saves the origins of the others. */
  finish(): void {
    for (const path of Object.keys(this.#present)) {
      if (!Object.hasOwn(this.#origins, path)) this.#remove(this.#fileAt(path));
    }
    writeFileSync(join(this.#build, originsFile), JSON.stringify(this.#origins));
  }

  #fileAt(path: string): string {
    return join(this.#build, 'client', path);
  }

  #link(path: string, file: string): boolean {
    if (this.#last === undefined) return false;

    try {
      linkSync(join(this.#last, 'client', path), file);
      return true;
    } catch {
      return false;
    }
  }

  #makeFolder(folder: string): void {
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }

  #remove(file: string): void {
    rmSync(file, { force: true });
    try {
      rmdirSync(dirname(file));
    } catch {
      // The folder is not empty.
    }
  }
}

function compressed(content: Content): Promise<Buffer> {
  const quality = content.length < small ? constants.BROTLI_MAX_QUALITY : 9;

  return promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
}

function originsOf(build: string): Origins {
  try {
    return Origins.parse(JSON.parse(readFileSync(join(build, originsFile), 'utf8')));
  } catch {
    return {};
  }
}
