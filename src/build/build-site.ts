import { join } from 'node:path';
import type { Search } from '../search/search.ts';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { languages } from '../texts/languages.ts';
import { BuildFiles } from './build-files.ts';
import type { BuiltChanges } from './committed-files.ts';
import type { DistFolder } from './dist-folder.ts';
import { renderPages } from './render-pages.ts';
import { bundleSite, pictureKey, placeAssets, type SiteCode, siteCodeKey } from './site-code.ts';
import { sitePages } from './site-pages.ts';
import { type SiteSettings, writeStaticFiles } from './write-static-files.ts';

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
  /** Whether to render the catalog in further languages too, for a host that renders nothing on request. */
  readonly allLanguages: boolean;
  /** The folder of this project, with its sources and the packages that a build needs. */
  readonly root: string;
  /** The version of Tollbook that makes the build. */
  readonly version: string;
  readonly progress: Stages;
}

/** Builds the whole site and the static API beside the last build, then swaps the new one in. If it fails, the last build stays. @throws {BuildRunning} */
export async function buildSite(catalog: BuildCatalog, parts: Parts): Promise<void> {
  const { dist, root, version, progress } = parts;
  const last = (await dist.current())?.folder;
  const folder = await dist.begin(join(root, 'node_modules'));

  try {
    const code = await siteCode(parts);
    const files = new BuildFiles(folder, last);
    await placeAssets(code, files);
    await renderAllPages(catalog, code, files, parts);
    await progress.stage('writing the static files', () => writeStaticFiles(catalog, files, parts));
    files.finish();
    await dist.finish(folder, { ...catalog.build, services: catalog.snapshot.size, version }, code.key);
  } catch (error) {
    await dist.abandon(folder);
    throw error;
  }
}

/** The bundle of the site; made again only when its sources have changed. */
async function siteCode({ dist, root, siteUrl, progress }: Parts): Promise<SiteCode> {
  const key = siteCodeKey(root, siteUrl);
  if (!(await dist.hasCode(key))) {
    await progress.stage('bundling the site', () =>
      dist.addCode(key, (place) => bundleSite(root, place, dist.cache, siteUrl)),
    );
  }

  return { folder: dist.code(key), key, pictureKey: pictureKey(root) };
}

async function renderAllPages(
  catalog: BuildCatalog,
  code: SiteCode,
  files: BuildFiles,
  { allLanguages, progress }: Parts,
): Promise<void> {
  // Pages and a picture for each service; the few other pages hardly matter.
  const total = (1 + (allLanguages ? languages.length : 1)) * catalog.snapshot.size;
  const pages = sitePages(catalog, allLanguages);
  let done = 0;

  await progress.stage('rendering pages', () => renderPages(pages, catalog, code, files, () => (done += 1)), {
    total,
    done: () => Math.min(done, total),
  });
}
