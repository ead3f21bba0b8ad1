import { randomUUID } from 'node:crypto';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LockHeld, takeShortLock } from '../../src/adapters/exclusive-lock.ts';
import type { DistFolder } from '../../src/build/dist-folder.ts';
import { siteCodeKey } from '../../src/build/site-code.ts';
import type { Ended } from './run-process.ts';
import { buildTimeoutMs, soon } from './soon.ts';
import { until } from './until.ts';

type Lock = ReturnType<typeof takeShortLock>;

const root = fileURLToPath(new URL('../../', import.meta.url));
const shared = join(root, 'node_modules/.cache/tollbook-tests/bundles');

/** No test run takes longer than this, so no test uses an older bundle. */
const retentionMs = 3 * 60 * 60 * 1000;

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

/** Puts the bundle where builds look for it, if an earlier test has made it, or is making it. */
export async function lendBundle(dist: DistFolder): Promise<void> {
  (await whenBundled())?.release();
  await copyBundle(dist);
}

/** Runs a build with the bundle. The first one makes it for later tests, and those that come meanwhile wait for it. */
export async function buildSharing(dist: DistFolder, build: () => Promise<Ended>): Promise<Ended> {
  const lock = await whenBundled();
  try {
    await copyBundle(dist);
    const ended = await build();
    if (lock && ended.code === 0) await keepBundle(dist);
    return ended;
  } finally {
    lock?.release();
  }
}

/** Gives the lock of whoever makes the bundle; undefined once it is made. */
async function whenBundled(): Promise<Lock | undefined> {
  let lock: Lock | undefined;
  await mkdir(shared, { recursive: true });
  await until(
    'the bundle of another test',
    async () => (await isMade()) || (lock = lockIfFree()) !== undefined,
    { ...soon, timeout: buildTimeoutMs },
  );

  return lock;
}

function lockIfFree(): Lock | undefined {
  try {
    return takeShortLock(`${shared}.lock`);
  } catch (error) {
    if (error instanceof LockHeld) return undefined;
    throw error;
  }
}

async function isMade(): Promise<boolean> {
  return (await stat(join(shared, key())).catch(() => undefined)) !== undefined;
}

async function copyBundle(dist: DistFolder): Promise<void> {
  if (await isMade()) await cp(join(shared, key()), dist.code(key()), { recursive: true });
}

async function keepBundle(dist: DistFolder): Promise<void> {
  const place = join(shared, key());
  const draft = `${place}.${randomUUID()}`;
  await removeOldest();
  await cp(dist.code(key()), draft, { recursive: true });
  await rename(draft, place);
}

async function removeOldest(): Promise<void> {
  const oldest = Date.now() - retentionMs;

  for (const name of await readdir(shared)) {
    const path = join(shared, name);
    const made = await stat(path).catch(() => undefined);
    if (made && made.mtimeMs < oldest) await rm(path, { recursive: true, force: true });
  }
}
