import type { Endpoint } from '../../../site/endpoint.ts';
import { categoryPicture } from '../../../site/list-picture.ts';
import { pictureResponse } from '../../../site/picture-response.ts';

export const GET: Endpoint = async ({ params, locals: { catalog } }) =>
  pictureResponse(await categoryPicture(catalog, params['id'] ?? ''));
