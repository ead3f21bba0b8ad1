import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DistFolder } from '../../src/build/dist-folder.ts';
import { siteCodeKey } from '../../src/build/site-code.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shared = join(root, 'node_modules/.cache/tollbook-tests/bundles');

/** Those of a few addresses, from the last few states of the sources. */
const kept = 12;

/**
 * The bundle of the site for one address, made once for all tests of the same sources: it takes longer than the rest of a build. Tests
 * of bundling itself make their own.
 */
export class SharedBundle {
  readonly #key: string;
  readonly #path: string;

  constructor(siteUrl: string) {
    this.#key = siteCodeKey(root, siteUrl);
    this.#path = join(shared, this.#key);
  }

  /** Puts it where builds look for it, if an earlier test has made it. */
  async lendTo(dist: DistFolder): Promise<void> {
    const isMade = await stat(this.#path).catch(() => undefined);
    if (isMade) await cp(this.#path, dist.code(this.#key), { recursive: true });
  }

  /** Keeps what a build has made for later tests. */
  async takeFrom(dist: DistFolder): Promise<void> {
    if (await stat(this.#path).catch(() => undefined)) return;

    const draft = `${this.#path}.${String(process.pid)}`;
    await mkdir(shared, { recursive: true });
    await removeOldest();
    await cp(dist.code(this.#key), draft, { recursive: true });
    // Where a test in another process was faster, its bundle stays.
    await rename(draft, this.#path).catch(() => rm(draft, { recursive: true }));
  }
}

async function removeOldest(): Promise<void> {
  const paths = (await readdir(shared)).map((name) => join(shared, name));
  const made = await Promise.all(paths.map(async (path) => ({ path, at: (await stat(path)).mtimeMs })));

  for (const { path } of made.sort((a, b) => b.at - a.at).slice(kept)) await rm(path, { recursive: true });
}
