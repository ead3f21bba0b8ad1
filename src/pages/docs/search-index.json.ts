import type { Endpoint } from '../../site/endpoint.ts';
import { documentIndex } from '../../site/document-index.ts';

export const GET: Endpoint = async ({ locals: { catalog, readPage } }) =>
  Response.json(await documentIndex(catalog.api, readPage));
