import { createHash, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Who signs HTTP messages: RFC 9421, as Web Bot Auth has it (draft-meunier-web-bot-auth-architecture). */
export interface HttpSigner {
  /** The origin that publishes the key. */
  readonly origin: string;
  readonly privateKey: KeyObject;
  /** The 32 bytes of an Ed25519 key. */
  readonly publicKey: Uint8Array;
}

/** The type of the document that holds the keys of an origin. */
export const directoryType = 'application/http-message-signatures-directory+json';

type Component = readonly [identifier: string, value: string];

interface Purpose {
  readonly tag: 'web-bot-auth' | 'http-message-signatures-directory';
  readonly lifetimeMs: number;
}

const requestPurpose: Purpose = { tag: 'web-bot-auth', lifetimeMs: 5 * 60_000 };
const directoryPurpose: Purpose = { tag: 'http-message-signatures-directory', lifetimeMs: 24 * 60 * 60_000 };

/** The headers by which a server can tell who sends a request to this URL. */
export function requestSignature(url: URL, signer: HttpSigner, now = new Date()): Record<string, string> {
  const agent = `"${signer.origin}"`;
  const covered: Component[] = [
    ['"@authority"', url.host],
    ['"signature-agent"', agent],
  ];

  return { 'Signature-Agent': agent, ...signatureOf(covered, signer, requestPurpose, now) };
}

export function keyDirectory(
  signer: HttpSigner,
  now = new Date(),
): { readonly body: string; readonly headers: Readonly<Record<string, string>> } {
  const key = { ...jwkOf(signer), kid: keyIdOf(signer), alg: 'EdDSA', use: 'sig' };
  const covered: Component[] = [['"@authority";req', new URL(signer.origin).host]];

  return {
    body: JSON.stringify({ keys: [key] }),
    headers: { 'Content-Type': directoryType, ...signatureOf(covered, signer, directoryPurpose, now) },
  };
}

function signatureOf(
  covered: readonly Component[],
  signer: HttpSigner,
  { tag, lifetimeMs }: Purpose,
  now: Date,
): Record<string, string> {
  const created = Math.floor(now.getTime() / 1000);
  const parameters = [
    `(${covered.map(([identifier]) => identifier).join(' ')})`,
    `created=${String(created)}`,
    `expires=${String(created + lifetimeMs / 1000)}`,
    `keyid="${keyIdOf(signer)}"`,
    'alg="ed25519"',
    `nonce="${randomBytes(64).toString('base64')}"`,
    `tag="${tag}"`,
  ].join(';');
  const lines = [...covered, ['"@signature-params"', parameters]].map((line) => line.join(': '));
  const signature = sign(null, Buffer.from(lines.join('\n')), signer.privateKey).toString('base64');

  return { 'Signature-Input': `sig1=${parameters}`, Signature: `sig1=:${signature}:` };
}

/** The thumbprint of the key: RFC 7638, with the members of RFC 8037. */
function keyIdOf(signer: HttpSigner): string {
  return createHash('sha256')
    .update(JSON.stringify(jwkOf(signer)))
    .digest('base64url');
}

/** Its members are in the order that the thumbprint needs. */
function jwkOf({ publicKey }: HttpSigner) {
  return { crv: 'Ed25519', kty: 'OKP', x: Buffer.from(publicKey).toString('base64url') };
}
