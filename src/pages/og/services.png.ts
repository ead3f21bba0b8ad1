import type { APIRoute } from 'astro';
import { allServicesPicture } from '../../site/list-picture.ts';
import { pictureResponse } from '../../site/picture-response.ts';

export const GET: APIRoute = async ({ locals: { catalog } }) =>
  pictureResponse(await allServicesPicture(catalog));
