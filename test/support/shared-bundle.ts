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

let known: string | undefined;

/** The key of the bundle. Reading all sources for it takes a while. */
function key(): string {
  known ??= siteCodeKey(root);

  return known;
}

/*
 * The bundle of the site is made once for all tests of the same sources: it takes longer than the rest of a build. Tests of bundling itself
 * make their own.
 */

/** Puts the bundle where builds look for it, if an earlier test has made it. */
export async function lendBundle(dist: DistFolder): Promise<void> {
  const isMade = await stat(join(shared, key())).catch(() => undefined);
  if (isMade) await cp(join(shared, key()), dist.code(key()), { recursive: true });
}

/** Keeps the bundle that a build has made for later tests. */
export async function keepBundle(dist: DistFolder): Promise<void> {
  const place = join(shared, key());
  if (await stat(place).catch(() => undefined)) return;

  const draft = `${place}.${randomUUID()}`;
  await mkdir(shared, { recursive: true });
  await removeOldest();
  await cp(dist.code(key()), draft, { recursive: true });
  // Where a test in another process was faster, its bundle stays.
  await rename(draft, place).catch(() => rm(draft, { recursive: true }));
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
