import { createApp } from 'astro/app/entrypoint';
import type { Endpoint } from './endpoint.ts';

/*
 * The server half of the site's bundle: `astro build` turns the pages and this file into one module.
 */

const app = createApp({ streaming: false });
const { manifest } = app;

type Route = NonNullable<ReturnType<typeof app.match>>;

/** Astro would otherwise fetch a prerendered error page over the network, and there is none. */
const noErrorPage = (): Promise<Response> => Promise.resolve(new Response(null, { status: 404 }));

/**
 * Renders the page for a request, whose origin is the public address of the site; undefined when the site has no such page. Astro adds
 * routes of its own, like `/_image`, which would transcode pictures for anybody, so this answers only the project's own routes.
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
  return (
    (await answerOf(routeData, new URL(request.url), locals)) ??
    app.render(request, { locals, routeData, prerenderedErrorPageFetch: noErrorPage })
  );
}

/**
 * The answer of the endpoint of a route, without the layers that Astro puts around it. Undefined for a page, and where Astro would put the page of the site in the place of an empty answer.
 */
async function answerOf(route: Route, url: URL, locals: App.Locals): Promise<Response | undefined> {
  const endpoint = await endpointOf(route);
  const found = endpoint && route.pattern.exec(decodeURI(url.pathname));
  if (!found) return undefined;

  const params = Object.fromEntries(route.params.map((name, place) => [name, found[place + 1]]));
  const answer = await endpoint({ params, url, locals });
  return answer.status === 404 && answer.body === null ? undefined : answer;
}

async function endpointOf({ type, component }: Route): Promise<Endpoint | undefined> {
  if (type !== 'endpoint') return undefined;

  const built = await manifest.pageMap?.get(component)?.();
  const { GET } = ((await built?.page()) ?? {}) as { readonly GET?: Endpoint };
  return GET;
}
