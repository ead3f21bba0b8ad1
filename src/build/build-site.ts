import { basename, join } from 'node:path';
import { allDone } from '../domain/all-done.ts';
import { hashOf } from '../domain/persistent-map.ts';
import type { Search } from '../search/search.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { bringUpTo, BuildFiles } from './build-files.ts';
import type { BuiltChanges } from './committed-files.ts';
import { BuildRunning, type DistFolder } from './dist-folder.ts';
import { type FileRecords, readRecords } from './file-records.ts';
import { bundleInChild } from './bundle-in-child.ts';
import { openPageFiles } from './page-files.ts';
import { placeFirst, placeLeft } from './place-all-services.ts';
import { rememberingSearch } from './remembering-search.ts';
import { commonDigest } from './service-keys.ts';
import { pictureKey, placeAssets, type SiteCode, siteCodeKey } from './site-code.ts';
import { sitePages } from './site-pages.ts';
import { writeExports } from './write-exports.ts';
import { type SiteSettings, writeManifest, writeStaticFiles } from './write-static-files.ts';

/** The input of a build. */
export interface BuildCatalog extends SiteCatalog {
  readonly search: Search;
  /** The commit that was read, and the time (ISO 8601). */
  readonly build: { readonly commit: string; readonly builtAt: string };
  readonly changes: BuiltChanges;
  /** Where the feed of changes was before the catalog was read; null without one. */
  readonly cursor: string | null;
}

/** Shows the progress of a build. */
interface Stages {
  stage<Result>(
    name: string,
    work: () => Promise<Result>,
    measure?: { readonly total: number; readonly done: () => number },
  ): Promise<Result>;
}

interface Parts extends SiteSettings {
  readonly dist: DistFolder;
  /** The newest build, as far as it was read before. */
  readonly last: MadeBuild | undefined;
  /** The main module of the threads that place services: see `scripts/build-thread.ts`. */
  readonly thread: URL;
  /** The program that bundles the site: see `scripts/bundle.ts`. */
  readonly bundler: URL;
  /** The folder of this project, with its sources and the packages that a build needs. */
  readonly root: string;
  /** The version of Tollbook that makes the build. */
  readonly version: string;
  readonly progress: Stages;
}

/** A finished build, and the records of its files. */
export interface MadeBuild {
  readonly folder: string;
  readonly records: FileRecords;
}

/** About so many untouched services have their files looked for in each build. */
const lookedFor = 5_000;

/** Reads what the newest build says of its files, which takes a second with a large catalog; undefined without one. */
export async function readLastBuild(dist: DistFolder): Promise<MadeBuild | undefined> {
  const folder = (await dist.current())?.folder;

  return folder === undefined ? undefined : { folder, records: readRecords(folder) };
}

/** Builds the whole site and the static API beside the last build, then swaps the new one in. If it fails, the last build stays. @throws {BuildRunning} */
export async function buildSite(catalog: BuildCatalog, parts: Parts): Promise<MadeBuild> {
  const { dist, root, version } = parts;
  const folder = await dist.begin(packagesIn(root));

  try {
    const last = (await dist.current())?.folder;
    const kept = bringUpTo(last, folder, last === parts.last?.folder ? parts.last?.records : undefined);
    const code = await siteCode(parts);
    const files = new BuildFiles(folder, kept, inTurn(numberOf(last), catalog.snapshot.size));
    await placeAll(catalog, code, folder, files, parts);
    const records = files.finish(commonDigest(catalog, { code }));
    const build = { ...catalog.build, services: catalog.snapshot.size, version };
    return { records, folder: await dist.finish(folder, build, code.key) };
  } catch (error) {
    await dist.abandon(folder);
    throw error;
  }
}

/**
 * Whose files a build looks for, although nothing has changed of them: to look whether somebody has removed one takes longer than everything else
 * that an untouched service costs. All services have their turn.
 */
function inTurn(build: number, services: number): (service: string) => boolean {
  const turns = Math.max(1, Math.ceil(services / lookedFor));

  return (service) => (hashOf(service) - build) % turns === 0;
}

function numberOf(last: string | undefined): number {
  return last === undefined ? 0 : Number(basename(last));
}

/** Spares the build after one that was made the linking of unchanged files. Where it has begun already, or this fails, it links them itself. */
export async function prepareNext(
  made: MadeBuild,
  { dist, root }: Pick<Parts, 'dist' | 'root'>,
): Promise<void> {
  const spare = await dist.begin(packagesIn(root)).catch(unlessRunning);
  if (spare === undefined) return;

  try {
    const last = (await dist.current())?.folder;
    bringUpTo(last, spare, last === made.folder ? made.records : undefined);
    await dist.keepSpare(spare);
  } catch (error) {
    await dist.abandon(spare);
    throw error;
  }
}

function packagesIn(root: string): string {
  return join(root, 'node_modules');
}

function unlessRunning(error: unknown): undefined {
  if (!(error instanceof BuildRunning)) throw error;
}

/** The bundle of the site; made again only when its sources have changed. */
async function siteCode({ dist, root, siteUrl, bundler, progress }: Parts): Promise<SiteCode> {
  const key = siteCodeKey(root);
  if (!(await dist.hasCode(key))) {
    await progress.stage('bundling the site', () =>
      dist.addCode(key, (place) => bundleInChild(bundler, [root, place, dist.cache])),
    );
  }

  return { folder: dist.code(key), key, siteUrl, pictureKey: pictureKey(root) };
}

async function placeAll(
  catalog: BuildCatalog,
  code: SiteCode,
  build: string,
  files: BuildFiles,
  parts: Parts,
): Promise<void> {
  try {
    await placeAssets(code, files);
    await placePages(catalog, code, build, files, parts);
    await writeManifest(catalog, files, parts);
  } finally {
    await files.compressed();
  }
}

/** Places the files of services, if these are many in threads, and meanwhile everything else in this one. */
async function placePages(
  catalog: BuildCatalog,
  code: SiteCode,
  build: string,
  files: BuildFiles,
  parts: Parts,
): Promise<void> {
  const { progress } = parts;
  const place = { code, build };
  const total = catalog.snapshot.size;
  let done = 0;

  const count = (services: number): void => void (done += services);
  const work = async (): Promise<void> => {
    // Threads start before this one renders other pages, which takes seconds in a full build.
    const left = await placeFirst(catalog, place, files, count);
    const services = placeLeft(left, catalog, place, files, parts.thread, count);
    await allDone([services, writeExports(catalog, files, parts), placeOthers(catalog, code, files, parts)]);
  };
  await progress.stage('rendering pages', work, { total, done: () => done });
}

async function placeOthers(
  catalog: BuildCatalog,
  code: SiteCode,
  files: BuildFiles,
  parts: Parts,
): Promise<void> {
  const remembering = { ...catalog, search: rememberingSearch(catalog) };
  const pageFile = openPageFiles(code, remembering);
  const writing = writeStaticFiles(remembering, code.key, files, parts);
  const placing = async (): Promise<void> => {
    for await (const page of sitePages(remembering)) {
      const { path, origin, make } = pageFile(page);
      await files.place(path, origin, make);
    }
  };
  await allDone([writing, placing()]);
}
