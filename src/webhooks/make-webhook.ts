import { base32crockford } from '@scure/base';
import { dayMs } from '../domain/duration.ts';
import type { FeedPosition } from '../domain/feed-position.ts';
import type { Actor } from '../domain/owner.ts';
import type { ChangeFilter, FormerSecret, Webhook } from '../domain/webhook.ts';
import { makeSecret } from './message.ts';

export const maxOfOwner = 20;

const idBytes = 8;

/** How long a replaced secret signs beside the new one. */
const overlapMs = dayMs;

export interface Wanted extends ChangeFilter {
  readonly url: string;
}

/** Makes a webhook for the changes after a cursor. */
export function makeWebhook(
  { owner, repository }: Actor,
  { url, kinds, query }: Wanted,
  place: FeedPosition,
  now: Date,
): Webhook {
  return {
    id: `wh_${base32crockford.encode(crypto.getRandomValues(new Uint8Array(idBytes))).toLowerCase()}`,
    owner,
    repository,
    url,
    kinds,
    query,
    secret: makeSecret(),
    former: undefined,
    createdAt: now,
    place,
    missedAt: undefined,
    off: undefined,
    pausedUntil: undefined,
    acceptedAt: undefined,
  };
}

/** A new secret for a webhook, and what becomes of the present one. */
export function rotated(
  { secret }: Pick<Webhook, 'secret'>,
  now: Date,
): { readonly secret: string; readonly former: FormerSecret } {
  return { secret: makeSecret(), former: { secret, until: new Date(now.getTime() + overlapMs) } };
}
