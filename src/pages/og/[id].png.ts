import type { APIRoute } from 'astro';
import { drawSharePicture } from '../../site/draw-share-picture.ts';
import { knownOf } from '../../site/known-services.ts';
import { sharePicture } from '../../site/share-picture.ts';

export const GET: APIRoute = async ({ params, locals: { catalog } }) => {
  const entry = catalog.snapshot.find(params['id'] ?? '');
  if (!entry) return new Response('There is no service of that id.\n', { status: 404 });

  const picture = await drawSharePicture(
    sharePicture(entry, await knownOf(entry, catalog), catalog.snapshot),
  );
  return new Response(picture, { headers: { 'Content-Type': 'image/png' } });
};
