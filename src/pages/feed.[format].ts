import type { Endpoint } from '../site/endpoint.ts';
import { allFeed } from '../site/feed.ts';
import { feedResponse } from '../site/feed-response.ts';

export const GET: Endpoint = async ({ params, locals: { catalog } }) =>
  feedResponse(await allFeed(catalog), params['format'], catalog.siteUrl);
