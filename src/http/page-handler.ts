import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** What a bundle of the site exports: it answers a request for a page, or calls `next` where it has none. */
export type PageHandler = (
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
  locals: App.Locals,
) => Promise<void>;

/** Loads the half of a bundle that renders pages, from the folder that holds it as `server`. */
export async function loadPageHandler(folder: string): Promise<PageHandler> {
  const { handler } = (await import(pathToFileURL(join(folder, 'server', 'entry.mjs')).href)) as {
    handler: PageHandler;
  };

  return handler;
}
