import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** The function that the site's bundle exports (`src/site/render-page.ts`). It returns undefined when there is no such page. */
export type RenderPage = (request: Request, locals: App.Locals) => Promise<Response | undefined>;

/** Loads the server half of the site's bundle from the subfolder `server`. */
export async function loadPageRenderer(folder: string): Promise<RenderPage> {
  const { renderPage } = (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as {
    renderPage: RenderPage;
  };

  return renderPage;
}
