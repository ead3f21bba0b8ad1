import { createHash } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';

/** The files of a build by their paths, each with a hash of what it was made from. */
const Origins = z.record(z.string(), z.string());
type Origins = z.infer<typeof Origins>;

const originsFile = 'origins.json';

type Content = string | Uint8Array;

/** Up to so many characters or bytes are compressed as well as can be; more of them would take longer than the rest of a build. */
const small = 256 * 1024;

/**
 * The files of a new build, below its `client/`. What would be made from the same as before is not made again: it stays where the
 * folder holds an older build already, or it is given a second name where the last build has it, which takes a fraction of the time
 * of a new file. Writes wait, since nobody waits for this process and thousands of small files go several times faster so.
 */
export class BuildFiles {
  readonly #build: string;
  readonly #last: string | undefined;
  /** What the folder holds already. */
  readonly #present: Origins;
  readonly #ofLast: Origins;
  readonly #origins: Origins = {};
  readonly #folders = new Set<string>();

  /** `last` is the folder of the build before, where there is one. */
  constructor(build: string, last: string | undefined) {
    this.#build = build;
    this.#last = last;
    this.#present = originsOf(build);
    this.#ofLast = last === undefined ? {} : originsOf(last);
  }

  /** Places a file; `make` is called when it is not there from the same origin. */
  async place(path: string, origin: Content, make: () => Content | Promise<Content>): Promise<void> {
    const key = createHash('sha256').update(origin).digest('base64url').slice(0, 16);
    const file = this.#fileAt(path);
    this.#origins[path] = key;
    if (this.#present[path] === key && existsSync(file)) return;

    this.#makeFolder(dirname(file));
    // Never written over: the same file may have another name in a build that is being served.
    rmSync(file, { force: true });
    if (this.#ofLast[path] !== key || !this.#link(path, file)) writeFileSync(file, await make());
  }

  /** Places a text with its compressed forms, which hosts send as they are. */
  async placeCompressed(path: string, origin: Content, make: () => Content): Promise<void> {
    await this.place(path, origin, make);
    await this.place(`${path}.br`, origin, () => compressed(make()));
    await this.place(`${path}.gz`, origin, () => promisify(gzip)(make(), { level: 9 }));
  }

  /** Takes away what was not placed, and notes what the others were made from. */
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
      // Other files are still in it.
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
