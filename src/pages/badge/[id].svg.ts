import type { APIRoute } from 'astro';
import { badge } from '../../site/badge.ts';

/** Shown on pages of others, so it may be kept for a few minutes. */
const caching = 'public, max-age=300';

export const GET: APIRoute = ({ params, locals }) => {
  const entry = locals.catalog.snapshot.find(params['id'] ?? '');
  if (!entry) return new Response('There is no service of that id.\n', { status: 404 });

  return new Response(badge(entry), {
    headers: { 'Content-Type': 'image/svg+xml', 'Cache-Control': caching },
  });
};
