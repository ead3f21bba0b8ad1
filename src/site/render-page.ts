import { createApp } from 'astro/app/entrypoint';

/*
 * The server half of the site's bundle: `astro build` turns the pages and this file into one module.
 */

const app = createApp({ streaming: false });

/** No page was prerendered, and Astro would ask for one over the network. */
const noErrorPage = (): Promise<Response> => Promise.resolve(new Response(null, { status: 404 }));

/**
 * Renders the page that a request names; undefined where the site has none. Astro adds routes of its own, like `/_image`, which
 * would transcode pictures for anybody: only the routes of the project are answered.
 */
export async function renderPage(request: Request, locals: App.Locals): Promise<Response | undefined> {
  const routeData = app.match(request, true);
  if (routeData?.origin !== 'project') return undefined;

  return app.render(request, { locals, routeData, prerenderedErrorPageFetch: noErrorPage });
}
