import { createApp } from 'astro/app/entrypoint';

/*
 * The server half of the site's bundle: `astro build` turns the pages and this file into one module.
 */

const app = createApp({ streaming: false });

/** Astro would otherwise fetch a prerendered error page over the network, and there is none. */
const noErrorPage = (): Promise<Response> => Promise.resolve(new Response(null, { status: 404 }));

/**
 * Renders the page for a request; undefined when the site has no such page. Astro adds routes of its own, like `/_image`, which
 * would transcode pictures for anybody, so this answers only the project's own routes.
 */
export async function renderPage(
  request: Request,
  { catalog }: Pick<App.Locals, 'catalog'>,
): Promise<Response | undefined> {
  const routeData = app.match(request, true);
  if (routeData?.origin !== 'project') return undefined;

  const readPage = async (path: string): Promise<string> => {
    const page = await renderPage(new Request(new URL(path, request.url)), { catalog });
    return (await page?.text()) ?? '';
  };
  const locals = { catalog, readPage };
  return app.render(request, { locals, routeData, prerenderedErrorPageFetch: noErrorPage });
}
