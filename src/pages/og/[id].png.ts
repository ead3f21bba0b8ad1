import type { Endpoint } from '../../site/endpoint.ts';
import { knownOf } from '../../site/known-services.ts';
import { pictureResponse } from '../../site/picture-response.ts';
import { sharePicture } from '../../site/share-picture.ts';

export const GET: Endpoint = async ({ params, locals: { catalog } }) => {
  const entry = catalog.snapshot.find(params['id'] ?? '');

  return pictureResponse(entry && sharePicture(entry, await knownOf(entry, catalog), catalog.snapshot));
};
