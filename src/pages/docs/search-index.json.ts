import type { APIRoute } from 'astro';
import { documentIndex } from '../../site/document-index.ts';

export const GET: APIRoute = async ({ locals: { catalog, readPage } }) =>
  Response.json(await documentIndex(catalog.api, readPage));
