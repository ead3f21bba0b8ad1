import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { BuildFiles } from './build-files.ts';
import { digestOf } from './digest.ts';
import type { renderPage } from '../site/render-page.ts';
import { firstLanguage, type Language, languages } from '../texts/languages.ts';

/**
 * A bundle of the site: `server/` renders its pages, `client/` holds their styles and scripts. Each further language has a bundle of its own, in
 * which `#texts/` and `#documents/` stand for those in this language; its half that renders is in a folder of `server/`, its scripts are among the others.
 */
export interface SiteCode {
  readonly folder: string;
  /** A hash of the sources. */
  readonly key: string;
  /** The public address of the site, which its pages name. */
  readonly siteUrl: string;
  /** A hash of the code that draws pictures. */
  readonly pictureKey: string;
}

/** The settings that pages show. */
interface ShownSettings {
  readonly siteUrl: string;
  readonly contactUrl?: string | undefined;
  readonly catalogName: string;
}

/** Everything that may influence a bundle. */
const sources = [
  'src/**/*',
  'docs/*.md',
  'docs/??/*.md',
  'docs/owners/*',
  'public/**/*',
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
];

/** The code that draws pictures, and the versions of its renderer and font. */
const pictureSources = [
  'src/site/draw-share-picture.ts',
  'src/site/state-marks.ts',
  'public/favicon.svg',
  'node_modules/@takumi-rs/core/package.json',
  'node_modules/@fontsource-variable/figtree/package.json',
];

/** Names what makes the pages of a build, whatever the catalog holds: the code of the site, and the settings that they show. */
export function makerOf(codeKey: string, { siteUrl, contactUrl, catalogName }: ShownSettings): string {
  return digestOf(JSON.stringify([codeKey, siteUrl, contactUrl, catalogName]));
}

/** The key of the bundle: a hash of its sources and its packages. */
export function siteCodeKey(root: string): string {
  return keyOf(root, sources);
}

export function pictureKey(root: string): string {
  return keyOf(root, pictureSources);
}

function keyOf(root: string, patterns: readonly string[]): string {
  const hash = createHash('sha256');
  for (const path of filesIn(root, patterns)) {
    hash
      .update('\0')
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Bundles the site into a folder, in every language. */
export async function bundleSite(root: string, folder: string, cache: string): Promise<void> {
  // Loading Astro takes longer than most builds, so load it only when there is something to bundle.
  const { build } = await import('astro');

  for (const language of languages) {
    await build({
      root,
      outDir: folder,
      cacheDir: cache,
      logLevel: 'warn',
      build: { server: rendererFolder(folder, language) },
      vite: {
        // The project's folder may be one that nobody can write.
        cacheDir: join(cache, 'vite'),
        build: { emptyOutDir: false },
        resolve: { alias: writtenIn(language, root) },
      },
    });
    if (!existsSync(rendererFile(folder, language))) {
      throw new Error(`the bundle of the site has no server half in the language ${language}`);
    }
  }
}

/**
 * Where `#texts/` and `#documents/` lead in a language. The package's own `imports` lead to what is written in the first one, as do documents in a
 * language that has none.
 */
export function writtenIn(language: Language, root: string): Readonly<Record<string, string>> {
  const documents = join(root, 'src/documents');
  const own = join(documents, language);

  return {
    '#texts': join(root, 'src/texts', language),
    '#documents': existsSync(own) ? own : join(documents, firstLanguage),
  };
}

function rendererFolder(folder: string, language: Language): string {
  return join(folder, 'server', language === firstLanguage ? '' : language);
}

function rendererFile(folder: string, language: Language): string {
  return join(rendererFolder(folder, language), 'entry.mjs');
}

type PageRenderer = typeof renderPage;

/** Loads the half of a bundle that renders pages in a language, from `server/` in a folder. */
export async function loadPageRenderer(folder: string, language: Language): Promise<PageRenderer> {
  const { href } = pathToFileURL(rendererFile(folder, language));
  const half = (await import(href)) as { readonly renderPage: PageRenderer };

  return half.renderPage;
}

/** Loads those of all languages. */
export async function loadPageRenderers(folder: string): Promise<Record<Language, PageRenderer>> {
  const loaded = languages.map(
    async (language) => [language, await loadPageRenderer(folder, language)] as const,
  );

  return Object.fromEntries(await Promise.all(loaded)) as Record<Language, PageRenderer>;
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
