import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';

/** What is kept of each file of a build, by its path: a hash of its origin, which is whatever determines its content, and that content's size and SHA-256. */
const Records = z.record(z.string(), z.object({ origin: z.string(), bytes: z.int(), sha256: z.string() }));
type Records = z.infer<typeof Records>;

const recordsFile = 'files.json';

/** A file of a build, with the SHA-256 of its content as hex digits. */
export interface PlacedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

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
  readonly #present: Records;
  readonly #ofLast: Records;
  readonly #records: Records = {};
  readonly #folders = new Set<string>();

  /** `last` is the folder of the last build; undefined when there is none. */
  constructor(build: string, last: string | undefined) {
    this.#build = build;
    this.#last = last;
    this.#present = recordsOf(build);
    this.#ofLast = last === undefined ? {} : recordsOf(last);
  }

  /** Places a file. Calls `make` only when no file with the same origin exists. */
  async place(path: string, origin: Content, make: () => Content | Promise<Content>): Promise<void> {
    const key = createHash('sha256').update(origin).digest('base64url').slice(0, 16);
    const record = this.#kept(path, key);

    this.#records[path] = record ?? { origin: key, ...(await this.#write(path, make)) };
  }

  /** The record of a file with this origin that an earlier build has made; undefined when there is none. */
  #kept(path: string, origin: string): Records[string] | undefined {
    const [present, last] = [this.#present[path], this.#ofLast[path]];
    if (present?.origin === origin && existsSync(this.#fileAt(path))) return present;

    return last?.origin === origin && this.#link(path) ? last : undefined;
  }

  async #write(path: string, make: () => Content | Promise<Content>): Promise<Omit<PlacedFile, 'path'>> {
    const content = Buffer.from(await make());
    writeFileSync(this.#roomFor(path), content);
    return { bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') };
  }

  /** Every file that was placed up to now. */
  get placed(): PlacedFile[] {
    return Object.entries(this.#records).map(([path, { bytes, sha256 }]) => ({ path, bytes, sha256 }));
  }

  /** Places a text and its compressed forms, which hosts send as they are. */
  async placeCompressed(path: string, origin: Content, make: () => Content): Promise<void> {
    await Promise.all([
      this.place(path, origin, make),
      this.place(`${path}.br`, origin, () => compressed(make())),
      this.place(`${path}.gz`, origin, () => promisify(gzip)(make(), { level: 9 })),
    ]);
  }

  /** Removes files that were not placed, and saves what is known of the others. */
  finish(): void {
    for (const path of Object.keys(this.#present)) {
      if (!Object.hasOwn(this.#records, path)) this.#remove(this.#fileAt(path));
    }
    writeFileSync(join(this.#build, recordsFile), JSON.stringify(this.#records));
  }

  #fileAt(path: string): string {
    return join(this.#build, 'client', path);
  }

  /** The place of a file that is about to be written or linked. */
  #roomFor(path: string): string {
    const file = this.#fileAt(path);
    this.#makeFolder(dirname(file));
    // The file may be a hard link shared with a served build, so never write into it.
    rmSync(file, { force: true });
    return file;
  }

  #link(path: string): boolean {
    if (this.#last === undefined) return false;

    try {
      linkSync(join(this.#last, 'client', path), this.#roomFor(path));
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

function recordsOf(build: string): Records {
  try {
    return Records.parse(JSON.parse(readFileSync(join(build, recordsFile), 'utf8')));
  } catch {
    return {};
  }
}
