import { extname } from 'node:path';
import inject from 'light-my-request';
import { loadPageHandler } from '../../src/http/page-handler.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import type { SitePage } from '../../src/site/site-pages.ts';
import type { BuildFiles } from './build-files.ts';
import type { SiteCode } from './site-code.ts';

/** Pictures are drawn by threads of their own, so that pages are rendered meanwhile. */
const atOnce = 4;

/** Renders pages into a build, as the server would for a visitor; `done` is called after each. */
export async function renderPages(
  pages: AsyncGenerator<SitePage>,
  catalog: SiteCatalog,
  code: SiteCode,
  files: BuildFiles,
  done: () => void,
): Promise<void> {
  const render = await openRenderer(code.folder, catalog);
  const renderNext = async (): Promise<void> => {
    for await (const { path, shows, isPicture } of pages) {
      const key = isPicture ? code.pictureKey : code.key;
      await files.place(fileOf(path), key + JSON.stringify(shows), () => render(path));
      done();
    }
  };

  const renderers = Array.from({ length: atOnce }, renderNext);
  // Whoever cleans up after a failure must not be overtaken by the others.
  await Promise.allSettled(renderers);
  await Promise.all(renderers);
}

async function openRenderer(code: string, catalog: SiteCatalog): Promise<(path: string) => Promise<Buffer>> {
  const handle = await loadPageHandler(code);

  return async (path) => {
    const { statusCode, rawPayload } = await inject(
      (request, response) => void handle(request, response, () => response.writeHead(404).end(), { catalog }),
      { method: 'GET', url: path },
    );
    if (statusCode !== (path === '/404' ? 404 : 200)) {
      throw new Error(`the page ${path} could not be rendered: it answered ${String(statusCode)}`);
    }
    return rawPayload;
  };
}

/** The name under which any static host finds a page at its path. */
function fileOf(path: string): string {
  if (path.endsWith('/')) return `${path.slice(1)}index.html`;

  return extname(path) === '' ? `${path.slice(1)}.html` : path.slice(1);
}
