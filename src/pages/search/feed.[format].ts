import type { APIRoute } from 'astro';
import { searchFeed } from '../../site/feed.ts';
import { feedResponse } from '../../site/feed-response.ts';

export const GET: APIRoute = async ({ params, site, url, locals: { catalog } }) =>
  feedResponse(await searchFeed(catalog, url.searchParams), params['format'], site ?? url);
