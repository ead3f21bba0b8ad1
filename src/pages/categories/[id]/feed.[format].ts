import type { Endpoint } from '../../../site/endpoint.ts';
import { categoryFeed } from '../../../site/feed.ts';
import { feedResponse } from '../../../site/feed-response.ts';

export const GET: Endpoint = async ({ params: { id = '', format }, locals: { catalog } }) =>
  feedResponse(await categoryFeed(catalog, id), format, catalog.siteUrl);
