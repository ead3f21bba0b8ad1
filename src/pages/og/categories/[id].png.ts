import type { APIRoute } from 'astro';
import { categoryPicture } from '../../../site/list-picture.ts';
import { pictureResponse } from '../../../site/picture-response.ts';

export const GET: APIRoute = async ({ params, locals: { catalog } }) =>
  pictureResponse(await categoryPicture(catalog, params['id'] ?? ''));
