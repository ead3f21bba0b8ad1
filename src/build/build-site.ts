import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Entry } from '../domain/snapshot.ts';
import type { Search } from '../search/search.ts';
import { LastAnswers } from '../site/last-answers.ts';
import type { ServicePage } from '../site/service-page.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { BuildFiles } from './build-files.ts';
import { cachedSearch } from './cached-search.ts';
import type { BuiltChanges } from './committed-files.ts';
import type { DistFolder } from './dist-folder.ts';
import { openPageFiles, type PageFile } from './page-files.ts';
import { placeServices } from './service-files.ts';
import { SimilarServices } from './similar-services.ts';
import { makerOf, pictureKey, placeAssets, type SiteCode, siteCodeKey } from './site-code.ts';
import { sitePages } from './site-pages.ts';
import { type OutcomeRecords, writeExports } from './write-exports.ts';
import { type SiteSettings, writeManifest, writeStaticFiles } from './write-static-files.ts';

/** The input of a build. */
export interface BuildCatalog extends SiteCatalog {
  readonly search: Search;
  /** The commit that was read, and the time (ISO 8601). */
  readonly build: { readonly commit: string; readonly builtAt: string };
  readonly changes: BuiltChanges;
  readonly records: OutcomeRecords;
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
  /** The program that bundles the site: see `scripts/bundle.ts`. */
  readonly bundler: URL;
  /** The folder of this project, with its sources and the packages that a build needs. */
  readonly root: string;
  /** The version of Tollbook that makes the build. */
  readonly version: string;
  readonly progress: Stages;
}

/** Pages of services that are cached: more than are made at once. */
const maxPages = 16;

/** Builds the whole site and the static API beside the last build, then swaps the new one in. If it fails, the last build stays. @throws {BuildRunning} */
export async function buildSite(catalog: BuildCatalog, parts: Parts): Promise<void> {
  const { dist, root, version } = parts;
  const codeKey = siteCodeKey(root);
  const maker = makerOf(codeKey, parts);
  const folder = await dist.begin(join(root, 'node_modules'), maker);

  try {
    const last = (await dist.current())?.folder;
    const code = await siteCode(codeKey, parts);
    const similar = await SimilarServices.since(last, catalog);
    const files = new BuildFiles(folder, last);
    await placeAll(catalog, similar, code, files, parts);
    similar.save(folder);
    files.finish();
    const build = { ...catalog.build, services: catalog.snapshot.size, version, maker };
    await dist.finish(folder, build, { codeKey, isComplete: catalog.isServed !== true });
  } catch (error) {
    await dist.abandon(folder);
    throw error;
  }
}

/** The bundle of the site; made again only when its sources have changed. */
async function siteCode(key: string, { dist, root, siteUrl, bundler, progress }: Parts): Promise<SiteCode> {
  if (!(await dist.hasCode(key))) {
    await progress.stage('bundling the site', () =>
      dist.addCode(key, (place) => bundleInChild(bundler, [root, place, dist.cache])),
    );
  }

  return { folder: dist.code(key), key, siteUrl, pictureKey: pictureKey(root) };
}

async function placeAll(
  catalog: BuildCatalog,
  similar: SimilarServices,
  code: SiteCode,
  files: BuildFiles,
  parts: Parts,
): Promise<void> {
  const search = { ...cachedSearch(catalog), similar: (entry: Entry) => similar.of(entry) };
  const servicePages = new LastAnswers<Entry, Promise<ServicePage>>(maxPages);
  const cached = { ...catalog, search, servicePages };
  const total = catalog.snapshot.size;
  let done = 0;

  const work = async (): Promise<void> => {
    await placeAssets(code, files);
    await writeExports(catalog, files, parts);
    await writeStaticFiles(cached, code.key, files, parts);
    const pageFile = openPageFiles(code, cached);
    await placePages(cached, pageFile, files);
    await placeServices(cached, parts.log, pageFile, files, () => (done += 1));
  };
  try {
    await parts.progress.stage('rendering pages', work, { total, done: () => done });
  } finally {
    await files.compressed();
  }
  await writeManifest(catalog, files, parts);
}

async function placePages(catalog: SiteCatalog, pageFile: PageFile, files: BuildFiles): Promise<void> {
  for await (const page of sitePages(catalog)) {
    const { path, origin, make } = pageFile(page);
    await files.place(path, origin, make);
  }
}

/**
 * Bundles the site by a program of its own, with the arguments of `bundleSite`. It ends when this process does. What it prints stands among
 * what this process prints.
 * @throws {Error} when the site could not be bundled
 */
async function bundleInChild(program: URL, args: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];

  if (signal) {
    throw new Error(`the bundler of the site was ended by ${signal}; it needs half a gigabyte of memory`);
  }
  if (code !== 0) throw new Error('the site could not be bundled, for the reason that stands before this');
}
