import type { Endpoint } from '../../site/endpoint.ts';
import { allServicesPicture } from '../../site/list-picture.ts';
import { pictureResponse } from '../../site/picture-response.ts';

export const GET: Endpoint = async ({ locals: { catalog } }) =>
  pictureResponse(await allServicesPicture(catalog));
