import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a bundle of the site exports (`src/site/render-page.ts`): it answers a request for a page; undefined where there is none. */
export type RenderPage = (request: Request, locals: App.Locals) => Promise<Response | undefined>;

/** Loads the half of a bundle that renders pages, from the folder that holds it as `server`. */
export async function loadPageRenderer(folder: string): Promise<RenderPage> {
  const { renderPage } = (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as {
    renderPage: RenderPage;
  };

  return renderPage;
}
