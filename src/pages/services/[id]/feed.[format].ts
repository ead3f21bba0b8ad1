import type { Endpoint } from '../../../site/endpoint.ts';
import { serviceFeed } from '../../../site/feed.ts';
import { feedResponse } from '../../../site/feed-response.ts';

export const GET: Endpoint = async ({ params: { id = '', format }, locals: { catalog } }) =>
  feedResponse(await serviceFeed(catalog, id), format, catalog.siteUrl);
