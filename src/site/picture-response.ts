import { drawSharePicture } from './draw-share-picture.ts';
import type { SharePicture } from './share-picture.ts';

/** The answer to a request for a picture; 404 where there is nothing to show. */
export async function pictureResponse(picture: SharePicture | undefined): Promise<Response> {
  if (!picture) return new Response('There is no such picture.\n', { status: 404 });

  return new Response(await drawSharePicture(picture), { headers: { 'Content-Type': 'image/png' } });
}
