import { createHash } from 'node:crypto';

/** The key by which an incremental build knows a page again: made from all that the page shows, which is its props. */
export function cacheKeyOf(props: object): string {
  return createHash('sha256').update(JSON.stringify(props)).digest('base64url');
}
