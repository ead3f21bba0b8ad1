import type { APIRoute } from 'astro';

/**
 * In development, a request to the API must match a route, or Astro strips its query, headers and body
 * before `src/app/dev-server.ts` sees it. In production, only requests for missing files of the static API get here.
 */
export const ALL: APIRoute = () => new Response('There is nothing at this path.\n', { status: 404 });
