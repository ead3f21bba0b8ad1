import { extname } from 'node:path';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { type Language, pathIn } from '../texts/languages.ts';
import type { BuiltFile } from './build-files.ts';
import { digestOf } from './digest.ts';
import { loadPageRenderer, makerOf, type SiteCode } from './site-code.ts';
import { relativePage } from './relative-page.ts';
import type { SitePage } from './site-pages.ts';

/** The file of a page, which is rendered as the server would render it for a visitor. */
export type PageFile = (page: SitePage) => BuiltFile;

/** Loads the half of the bundle that renders a language with its first page, which takes a second: most threads need one language. */
export function openPageFiles(code: SiteCode, catalog: SiteCatalog): PageFile {
  const renderers = new Map<Language, ReturnType<typeof loadPageRenderer>>();
  // Pages lead to files or to a server.
  const pageKey = [makerOf(code.key, { ...catalog, siteUrl: code.siteUrl }), catalog.isServed].join(' ');
  const digestOfShown = digests();

  const rendererOf = (language: Language): ReturnType<typeof loadPageRenderer> => {
    const renderer = renderers.get(language) ?? loadPageRenderer(code.folder, language);
    renderers.set(language, renderer);
    return renderer;
  };

  const render = async (language: Language, path: string): Promise<Buffer> => {
    const renderPage = await rendererOf(language);
    const response = await renderPage(new Request(new URL(path, code.siteUrl)), { catalog });
    const status = response?.status ?? 404;
    if (status !== (path === '/404' ? 404 : 200)) {
      throw new Error(`the page ${path} could not be rendered: it answered ${String(status)}`);
    }
    const body = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
    const address = pathIn(language, path);
    const isRelative = !catalog.isServed && fileOf(address).endsWith('.html');
    return isRelative ? Buffer.from(relativePage(body.toString(), address, code.siteUrl)) : body;
  };

  return ({ language, path, shows, isPicture }) => ({
    path: fileOf(pathIn(language, path)),
    origin: (isPicture ? code.pictureKey : pageKey) + digestOfShown(shows),
    make: () => render(language, path),
  });
}

/** The digest of a value, made once for an object that several pages show. */
function digests(): (shows: unknown) => string {
  const made = new WeakMap<object, string>();

  return (shows) => {
    const digest = () => digestOf(JSON.stringify(shows));
    if (typeof shows !== 'object' || shows === null) return digest();

    const known = made.get(shows) ?? digest();
    made.set(shows, known);
    return known;
  };
}

/** The file that any static host serves at the path of a page. */
function fileOf(path: string): string {
  if (path.endsWith('/')) return `${path.slice(1)}index.html`;

  return extname(path) === '' ? `${path.slice(1)}.html` : path.slice(1);
}
