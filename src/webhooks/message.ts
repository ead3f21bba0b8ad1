import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { base64, utf8 } from '@scure/base';
import type { Webhook } from '../domain/webhook.ts';

/** Something to tell a target, in the form of Standard Webhooks: https://www.standardwebhooks.com */
export interface Message {
  readonly id: string;
  readonly body: string;
}

const idDigits = 32;

/**
 * The id of the message about a change. It follows from the webhook and the cursor of the change, so that a change never gets a second one,
 * not even from a database that was restored.
 */
export function messageId(webhook: string, cursor: string): string {
  return `msg_${bytesToHex(sha256(utf8.decode(`${webhook} ${cursor}`))).slice(0, idDigits)}`;
}

export function randomMessageId(): string {
  return `msg_${bytesToHex(crypto.getRandomValues(new Uint8Array(idDigits / 2)))}`;
}

/** The secrets that sign now: the present one, and for a while the one before it. */
export function secretsOf({ secret, former }: Pick<Webhook, 'secret' | 'former'>, now: Date): string[] {
  return former && now < former.until ? [secret, former.secret] : [secret];
}

/** The headers of a message that is sent now, with a signature by each secret. */
export function signedHeaders(
  { id, body }: Message,
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signed = utf8.decode(`${id}.${timestamp}.${body}`);
  const signatures = secrets.map((secret) => `v1,${base64.encode(hmac(sha256, keyOf(secret), signed))}`);

  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

const prefix = 'whsec_';
const secretBytes = 32;

/** Makes a secret of 256 random bits, in the form of Standard Webhooks. */
export function makeSecret(): string {
  return prefix + base64.encode(crypto.getRandomValues(new Uint8Array(secretBytes)));
}

/** The bytes that sign. */
function keyOf(secret: string): Uint8Array {
  return base64.decode(secret.slice(prefix.length));
}
