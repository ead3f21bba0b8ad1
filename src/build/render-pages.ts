import { extname } from 'node:path';
import type { SiteCatalog } from '../site/site-catalog.ts';
import { type Language, pathIn } from '../texts/languages.ts';
import type { BuildFiles } from './build-files.ts';
import { loadPageRenderers, type SiteCode } from './site-code.ts';
import type { SitePage } from './site-pages.ts';

/** Pages rendered concurrently, since pictures are drawn on other threads. */
const atOnce = 4;

/** Pages take the site's address from the bundle, so the origin of the request does not matter. */
const anyOrigin = 'http://localhost';

/** Renders pages into a build, as the server would for a visitor. Calls `done` after each page. */
export async function renderPages(
  pages: AsyncGenerator<SitePage>,
  catalog: SiteCatalog,
  code: SiteCode,
  files: BuildFiles,
  done: () => void,
): Promise<void> {
  const render = await openRenderers(code.folder, catalog);
  const renderNext = async (): Promise<void> => {
    for await (const { language, path, shows, isPicture } of pages) {
      // Every page has the contact in its footer.
      const key = isPicture ? code.pictureKey : code.key + (catalog.contactUrl ?? '');
      const file = fileOf(pathIn(language, path));
      await files.place(file, key + JSON.stringify(shows), () => render(language, path));
      done();
    }
  };

  const renderers = Array.from({ length: atOnce }, renderNext);
  // After a failure, wait for the other renderers, because the caller deletes the folder they write to.
  await Promise.allSettled(renderers);
  await Promise.all(renderers);
}

type Render = (language: Language, path: string) => Promise<Buffer>;

async function openRenderers(code: string, catalog: SiteCatalog): Promise<Render> {
  const renderers = await loadPageRenderers(code);

  return async (language, path) => {
    const response = await renderers[language](new Request(new URL(path, anyOrigin)), { catalog });
    const status = response?.status ?? 404;
    if (status !== (path === '/404' ? 404 : 200)) {
      throw new Error(`the page ${path} could not be rendered: it answered ${String(status)}`);
    }
    return Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer());
  };
}

/** The file that any static host serves at the path of a page. */
function fileOf(path: string): string {
  if (path.endsWith('/')) return `${path.slice(1)}index.html`;

  return extname(path) === '' ? `${path.slice(1)}.html` : path.slice(1);
}
