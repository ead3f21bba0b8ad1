import { base64 } from '@scure/base';

const prefix = 'whsec_';
const secretBytes = 32;

/** Makes a secret of 256 random bits, in the form of Standard Webhooks. */
export function makeSecret(): string {
  return prefix + base64.encode(crypto.getRandomValues(new Uint8Array(secretBytes)));
}

/** The bytes that sign. */
export function keyOf(secret: string): Uint8Array {
  return base64.decode(secret.slice(prefix.length));
}
