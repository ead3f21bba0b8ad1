import type { APIRoute } from 'astro';

/**
 * In development a request to the API must match a route, or Astro takes its query, headers and body away
 * before `src/fetch.ts` sees it. In production only a missing file of the static API comes here.
 */
export const ALL: APIRoute = () => new Response('There is nothing at this path.\n', { status: 404 });
