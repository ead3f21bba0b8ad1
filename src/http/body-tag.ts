import { createHash } from 'node:crypto';

/** The tag of a body, by which its ETag is made: equal for equal bodies. */
export function bodyTag(body: string | Buffer): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27);
}
