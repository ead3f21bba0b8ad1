import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base32crockford } from '@scure/base';
import { z } from 'zod/mini';
import { fold } from './plain-text.ts';

const maxSlug = 40;

export const ServiceId = z.string().check(
  z.regex(/^[a-z0-9]+(-[a-z0-9]+)*-[0-9a-hjkmnp-tv-z]{8}$/, { error: 'id_invalid' }),
  z.maxLength(maxSlug + 9, { error: 'id_invalid' }),
  z.meta({
    description: 'Slug of the first name, then 8 characters drawn from the endpoint; never changes.',
    examples: ['rain-radar-7x3k9m2p'],
  }),
);

/** The id of a new service: a slug of its name and the tag of its canonical endpoint; `round` is 2, 3 … where another service had that id. */
export function serviceId(name: string, endpoint: string, round = 1): string {
  return `${slug(name)}-${endpointTag(round === 1 ? endpoint : `${endpoint}#${String(round)}`)}`;
}

/**
 * The tag of an endpoint: the last 8 characters of the service's id, which also determine its folder. It is the first 40 bits of the
 * SHA-256 in lower-case Crockford base 32 (https://www.crockford.com/base32.html).
 */
export function endpointTag(endpoint: string): string {
  const hash = sha256(utf8ToBytes(endpoint));

  return base32crockford.encode(hash.slice(0, 5)).toLowerCase();
}

/** The endpoint tag at the end of an id. */
export function tagOf(id: string): string {
  return id.slice(-8);
}

function slug(name: string): string {
  const words = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
    .slice(0, maxSlug)
    .replace(/-$/, '');

  return words === '' ? 'service' : words;
}
