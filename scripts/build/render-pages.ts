import inject from 'light-my-request';
import { loadPageHandler } from '../../src/http/page-handler.ts';
import type { SiteCatalog } from '../../src/site/site-catalog.ts';
import type { SitePage } from '../../src/site/site-pages.ts';
import type { BuildFiles } from './build-files.ts';
import type { SiteCode } from './site-code.ts';

/** Renders pages into a build, as the server would for a visitor; `done` is called after each. */
export async function renderPages(
  pages: AsyncIterable<SitePage>,
  catalog: SiteCatalog,
  code: SiteCode,
  files: BuildFiles,
  done: () => void,
): Promise<void> {
  const render = await openRenderer(code.folder, catalog);

  for await (const { path, shows } of pages) {
    await files.place(fileOf(path), code.key + JSON.stringify(shows), () => render(path));
    done();
  }
}

async function openRenderer(code: string, catalog: SiteCatalog): Promise<(path: string) => Promise<string>> {
  const handle = await loadPageHandler(code);

  return async (path) => {
    const { statusCode, payload } = await inject(
      (request, response) => void handle(request, response, () => response.writeHead(404).end(), { catalog }),
      { method: 'GET', url: path },
    );
    if (statusCode !== (path === '/404' ? 404 : 200)) {
      throw new Error(`the page ${path} could not be rendered: it answered ${String(statusCode)}`);
    }
    return payload;
  };
}

/** The name under which any static host finds a page at its path. */
function fileOf(path: string): string {
  return path.endsWith('/') ? `${path.slice(1)}index.html` : `${path.slice(1)}.html`;
}
