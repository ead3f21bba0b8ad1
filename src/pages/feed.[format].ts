import type { APIRoute } from 'astro';
import { allFeed } from '../site/feed.ts';
import { feedResponse } from '../site/feed-response.ts';

export const GET: APIRoute = async ({ params, site, url, locals: { catalog } }) =>
  feedResponse(await allFeed(catalog), params['format'], site ?? url);
