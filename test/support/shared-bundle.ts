import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DistFolder } from '../../src/build/dist-folder.ts';
import { siteCodeKey } from '../../src/build/site-code.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shared = join(root, 'node_modules/.cache/tollbook-tests/bundles');

/** No test run takes longer than this, so no test uses an older bundle. */
const keptMs = 3 * 60 * 60 * 1000;

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

    const draft = `${this.#path}.${randomUUID()}`;
    await mkdir(shared, { recursive: true });
    await removeOldest();
    await cp(dist.code(this.#key), draft, { recursive: true });
    // Where a test in another process was faster, its bundle stays.
    await rename(draft, this.#path).catch(() => rm(draft, { recursive: true }));
  }
}

/** Other processes may remove the same bundles at the same time. */
async function removeOldest(): Promise<void> {
  const oldest = Date.now() - keptMs;

  for (const name of await readdir(shared)) {
    const path = join(shared, name);
    const made = await stat(path).catch(() => undefined);
    if (made && made.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}
