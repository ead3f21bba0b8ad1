import { createHash } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The files of a build by their paths, each with a hash of what it was made from. */
const Origins = z.record(z.string(), z.string());

const originsFile = 'origins.json';

/**
 * The files of a new build. One that is made from the same as in the build before is not made again but given a second name: a
 * link takes a fraction of the time of a new file. Writes wait, since nobody waits for this process and thousands of small files
 * go several times faster so.
 */
export class BuildFiles {
  readonly #build: string;
  readonly #earlier: string | undefined;
  readonly #known: Readonly<Record<string, string>>;
  readonly #origins: Record<string, string> = {};
  readonly #folders = new Set<string>();

  /** Folders of this build and of the one before, where there is one; the files lie below `client/` in each. */
  constructor(build: string, earlier: string | undefined) {
    this.#build = build;
    this.#earlier = earlier;
    this.#known = earlier === undefined ? {} : originsOf(earlier);
  }

  /** Places a file; `make` is called unless the earlier build has it made from the same. */
  async place(path: string, origin: string, make: () => string | Promise<string>): Promise<void> {
    const key = createHash('sha256').update(origin).digest('base64url').slice(0, 16);
    const file = join(this.#build, 'client', path);

    this.#makeFolder(dirname(file));
    if (this.#known[path] !== key || !this.#link(path, file)) writeFileSync(file, await make());
    this.#origins[path] = key;
  }

  /** Notes what the files were made from, for the next build. */
  finish(): void {
    writeFileSync(join(this.#build, originsFile), JSON.stringify(this.#origins));
  }

  #link(path: string, file: string): boolean {
    if (this.#earlier === undefined) return false;

    try {
      linkSync(join(this.#earlier, 'client', path), file);
      return true;
    } catch {
      return false;
    }
  }

  #makeFolder(folder: string): void {
    if (!this.#folders.has(folder)) mkdirSync(folder, { recursive: true });
    this.#folders.add(folder);
  }
}

function originsOf(build: string): Record<string, string> {
  try {
    return Origins.parse(JSON.parse(readFileSync(join(build, originsFile), 'utf8')));
  } catch {
    return {};
  }
}
