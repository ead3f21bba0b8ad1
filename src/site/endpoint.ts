import type { APIContext } from 'astro';

/** Answers a GET for a file that is no HTML page. It is called with this much of Astro's context and no more, which spares most of its cost. */
export type Endpoint = (
  context: Pick<APIContext, 'params' | 'url' | 'locals'>,
) => Response | Promise<Response>;
