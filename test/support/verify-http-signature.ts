import { createHash, createPublicKey, verify } from 'node:crypto';

/*
 * Verifies HTTP message signatures by RFC 9421 as a server would that knows nothing of what made them: from the headers as they came, and from
 * the keys that an origin publishes.
 */

export interface Jwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
}

interface SignedMessage {
  /** The authority that the message was for. */
  readonly authority: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The parameters of the first signature of a message, once it holds. Throws otherwise. */
export function verifiedParameters(
  { authority, headers }: SignedMessage,
  keys: readonly Jwk[],
): Readonly<Record<string, string>> {
  const [, label = '', input = ''] = /^([a-z]\w*)=(\(.*)$/.exec(headers['signature-input'] ?? '') ?? [];
  const [, list = '', parameterText = ''] = /^\(([^)]*)\)(.*)$/.exec(input) ?? [];
  const parameters = Object.fromEntries(
    [...parameterText.matchAll(/;([a-z]+)=("[^"]*"|\d+)/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('"', ''),
    ]),
  );
  const key = keys.find((each) => thumbprint(each) === parameters['keyid']);
  if (!key) throw new Error('the signature names no published key');

  const lines = list.split(' ').map((identifier) => {
    const [, name = ''] = /^"([^"]+)"/.exec(identifier) ?? [];
    return `${identifier}: ${name === '@authority' ? authority : (headers[name] ?? '')}`;
  });
  const base = [...lines, `"@signature-params": ${input}`].join('\n');
  const signature = new RegExp(`^${label}=:([^:]+):$`).exec(headers['signature'] ?? '')?.[1] ?? '';
  const publicKey = createPublicKey({ key: { ...key }, format: 'jwk' });
  if (!verify(null, Buffer.from(base), publicKey, Buffer.from(signature, 'base64'))) {
    throw new Error('the signature does not hold');
  }
  return parameters;
}

/** RFC 7638, with the members of RFC 8037. */
function thumbprint({ crv, kty, x }: Jwk): string {
  return createHash('sha256').update(`{"crv":"${crv}","kty":"${kty}","x":"${x}"}`).digest('base64url');
}
