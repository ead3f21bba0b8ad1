import type { Endpoint } from '../../site/endpoint.ts';
import { badge } from '../../site/badge.ts';
import { knownOf } from '../../site/known-services.ts';

/** Lets sites that embed the badge cache it for a few minutes. */
const caching = 'public, max-age=300';

export const GET: Endpoint = async ({ params, locals: { catalog } }) => {
  const entry = catalog.snapshot.find(params['id'] ?? '');
  if (!entry) return new Response('There is no service of that id.\n', { status: 404 });

  return new Response(badge(await knownOf(entry, catalog)), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': caching },
  });
};
