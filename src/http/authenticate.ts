import { type ApiKey, makeKey, opens, readToken } from '../registration/api-key.ts';

export interface KeyStore {
  find(id: string): Promise<ApiKey | undefined>;
}

/** Stands in for a key that does not exist, so that asking for one takes as long as asking for one that does. */
const nobody = makeKey('nobody', new Date(0), new Date(0)).key;

/** The key that an `Authorization: Bearer` header holds; undefined when there is none that opens. RFC 6750. */
export async function authenticate(
  header: string | undefined,
  keys: KeyStore,
  now: Date,
): Promise<ApiKey | undefined> {
  const [, token = ''] = /^Bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  const parts = readToken(token);
  if (!parts) return undefined;

  const key = (await keys.find(parts.id)) ?? nobody;
  return opens(key, parts.secret, now) ? key : undefined;
}

/** RFC 6750, section 3: `error` only where credentials were sent. */
export function challenge(header: string | undefined): string {
  return header === undefined ? 'Bearer realm="tollbook"' : 'Bearer realm="tollbook", error="invalid_token"';
}
