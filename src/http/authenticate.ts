import type { Scope } from '../domain/scope.ts';
import type { KeyStore } from '../live/ports.ts';
import { type ApiKey, makeKey, opens, readToken } from '../registration/api-key.ts';

/** Stands in for a key that does not exist, so that both lookups take equally long. */
const nobody = makeKey({ owner: 'nobody' }, new Date(0), new Date(0)).key;

/** The valid key in an `Authorization: Bearer` header; undefined when there is none. RFC 6750. */
export async function authenticate(
  header: string | undefined,
  keys: Pick<KeyStore, 'find'>,
  now: Date,
): Promise<ApiKey | undefined> {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const parts = readToken(token);
  if (!parts) return undefined;

  const key = (await keys.find(parts.id)) ?? nobody;
  return opens(key, parts.secret, now) ? key : undefined;
}

/** Why a request is refused, for `WWW-Authenticate`. RFC 6750, section 3: `error` only when credentials were sent. */
export function challenge(header: string | undefined): string {
  return header === undefined ? 'Bearer realm="tollbook"' : 'Bearer realm="tollbook", error="invalid_token"';
}

/** The same where the key lacks a scope. */
export function scopeChallenge(scope: Scope): string {
  return `Bearer realm="tollbook", error="insufficient_scope", scope="${scope}"`;
}
