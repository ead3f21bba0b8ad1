import type { Endpoint } from '../../site/endpoint.ts';
import { homePicture } from '../../site/list-picture.ts';
import { pictureResponse } from '../../site/picture-response.ts';

export const GET: Endpoint = async ({ locals: { catalog } }) => pictureResponse(await homePicture(catalog));
