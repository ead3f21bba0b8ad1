import type { Endpoint } from '../../site/endpoint.ts';
import { markdownResponse } from '../../site/markdown-response.ts';
import { goneMarkdown, serviceMarkdown } from '../../site/service-markdown.ts';
import { servicePage } from '../../site/service-page.ts';

export const GET: Endpoint = async ({ params, locals: { catalog } }) => {
  const { id = '' } = params;
  const entry = catalog.snapshot.find(id);
  const tombstone = catalog.snapshot.tombstone(id);
  if (entry) {
    return markdownResponse(serviceMarkdown(await servicePage(entry, catalog), catalog.siteUrl));
  }

  return tombstone ? markdownResponse(goneMarkdown(tombstone), 410) : new Response(null, { status: 404 });
};
