import type { APIRoute } from 'astro';
import { markdownResponse } from '../../site/markdown-response.ts';
import { serviceMarkdown } from '../../site/service-markdown.ts';
import { servicePage } from '../../site/service-page.ts';

export const GET: APIRoute = async ({ params, site, url, locals: { catalog } }) => {
  const entry = catalog.snapshot.find(params['id'] ?? '');
  if (!entry) return new Response(null, { status: 404 });

  return markdownResponse(serviceMarkdown(await servicePage(entry, catalog), (site ?? url).origin));
};
