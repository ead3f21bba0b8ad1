import { hash } from 'node:crypto';

/** A short hash of a content, as 22 letters, digits, `-` and `_`. */
export function digestOf(content: string | Uint8Array): string {
  return hash('sha256', content, 'base64url').slice(0, 22);
}
