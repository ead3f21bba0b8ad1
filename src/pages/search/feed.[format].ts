import type { Endpoint } from '../../site/endpoint.ts';
import { searchFeed } from '../../site/feed.ts';
import { feedResponse } from '../../site/feed-response.ts';

export const GET: Endpoint = async ({ params, url, locals: { catalog } }) =>
  feedResponse(await searchFeed(catalog, url.searchParams), params['format'], catalog.siteUrl);
