import { cpSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** Gives the tests of a file clones of equal repositories. The first one is cloned; the others are copies of it, which takes a fraction of the time. */
export class CloneMaker {
  #first: Promise<string> | undefined;

  constructor() {
    afterAll(async () => {
      if (this.#first) await rm(await this.#first, { recursive: true });
    });
  }

  /** A clone of the repository at a URL, in a folder that is removed when the test ends. `clone` makes one. */
  async clone(url: string, clone: (folder: string) => Promise<unknown>): Promise<string> {
    this.#first ??= mkdtemp(join(tmpdir(), 'tollbook-clone-')).then(async (folder) => {
      await clone(join(folder, 'clone'));
      return folder;
    });
    const folder = await temporaryFolder();
    cpSync(await this.#first, folder, { recursive: true });

    const config = join(folder, 'clone', '.git', 'config');
    const text = await readFile(config, 'utf8');
    await writeFile(config, text.replace(/^(\s*url = ).*$/m, `$1${url}`));
    return join(folder, 'clone');
  }
}
