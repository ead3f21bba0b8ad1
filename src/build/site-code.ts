import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFiles } from './build-files.ts';
import type { renderPage } from '../site/render-page.ts';

/** A bundle of the site: `server/` renders its pages, `client/` holds their styles and scripts. */
export interface SiteCode {
  readonly folder: string;
  /** A hash of the sources. */
  readonly key: string;
  /** A hash of the code that draws pictures. */
  readonly pictureKey: string;
}

/** Everything that may influence a bundle. */
const sources = [
  'src/**/*',
  'docs/*.md',
  'docs/owners/*',
  'public/**/*',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** The code that draws pictures, and the versions of its renderer and font. */
const pictureSources = [
  'src/site/draw-share-picture.ts',
  'public/favicon.svg',
  'node_modules/@takumi-rs/core/package.json',
  'node_modules/@fontsource-variable/figtree/package.json',
];

/** The key of the bundle: a hash of its sources, its packages and the site's address, which its pages contain. */
export function siteCodeKey(root: string, siteUrl: string): string {
  return keyOf(root, sources, siteUrl);
}

export function pictureKey(root: string): string {
  return keyOf(root, pictureSources, '');
}

function keyOf(root: string, patterns: readonly string[], more: string): string {
  const hash = createHash('sha256').update(more);
  for (const path of filesIn(root, patterns)) {
    hash
      .update('\0')
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Bundles the site into a folder. */
export async function bundleSite(
  root: string,
  folder: string,
  cache: string,
  siteUrl: string,
): Promise<void> {
  // Loading Astro takes longer than most builds, so load it only when there is something to bundle.
  const { build } = await import('astro');

  await build({
    root,
    outDir: folder,
    cacheDir: cache,
    site: siteUrl,
    logLevel: 'warn',
    vite: { build: { emptyOutDir: false } },
  });
  if (!existsSync(join(folder, 'server', 'entry.mjs'))) {
    throw new Error('the bundle of the site has no server half');
  }
}

/** Loads the half of a bundle that renders pages, from `server/` in a folder. */
export async function loadPageRenderer(folder: string): Promise<typeof renderPage> {
  const entry = (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as {
    renderPage: typeof renderPage;
  };

  return entry.renderPage;
}

/** Places the styles, scripts, fonts and pictures of a bundle into a build. */
export async function placeAssets({ folder, key }: SiteCode, files: BuildFiles): Promise<void> {
  const client = join(folder, 'client');
  for (const path of filesIn(client, ['**/*'])) {
    const read = (): Buffer => readFileSync(join(client, path));
    if (/\.(js|css)$/.test(path)) await files.placeCompressed(path, key, read);
    else await files.place(path, key, read);
  }
}

/** Paths of the files that match any of the patterns, in a stable order. */
function filesIn(folder: string, patterns: readonly string[]): string[] {
  return patterns
    .flatMap((pattern) => globSync(pattern, { cwd: folder, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
}
