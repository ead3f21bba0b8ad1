import { createHash, sign } from 'node:crypto';
import { keyType, type SigningKey } from './ssh-key.ts';
import { wireString } from './ssh-wire.ts';

/** What a signature is for, so that it cannot be used for anything else: files of the catalog, and commits. */
type Namespace = 'tollbook' | 'git';
const namespaces: readonly Namespace[] = ['tollbook', 'git'];

const hash = 'sha512';

/**
 * A detached signature of a message, as `ssh-keygen -Y sign -n NAMESPACE` makes it and `ssh-keygen -Y verify` checks it. The format is
 * OpenSSH's PROTOCOL.sshsig.
 */
export function sshSignature(
  message: string | Uint8Array,
  { privateKey, publicKey }: SigningKey,
  namespace: Namespace,
): string {
  const purpose = { namespace, hash } as const;
  const signature = sign(null, signedBytes(message, purpose), privateKey);
  const version = Buffer.from([0, 0, 0, 1]);
  const blob = Buffer.concat([
    Buffer.from('SSHSIG'),
    version,
    wireString(publicKeyBlob(publicKey)),
    fieldsOf(purpose),
    wireString(Buffer.concat([wireString(keyType), wireString(signature)])),
  ]);
  return `-----BEGIN SSH SIGNATURE-----\n${lines(blob.toString('base64'))}\n-----END SSH SIGNATURE-----\n`;
}

/** What a signature is for, and how the message is shortened. */
interface Purpose {
  readonly namespace: Namespace;
  readonly hash: 'sha256' | 'sha512';
}

export function signedBytes(message: string | Uint8Array, purpose: Purpose): Buffer {
  const digest = createHash(purpose.hash).update(message).digest();

  return Buffer.concat([Buffer.from('SSHSIG'), fieldsOf(purpose), wireString(digest)]);
}

/** The fields between the magic and the digest; the one in the middle is reserved. */
function fieldsOf({ namespace, hash: name }: Purpose): Buffer {
  return Buffer.concat([namespace, '', name].map(wireString));
}

export function sshSigner(key: SigningKey) {
  return {
    sign: (text: string | Uint8Array): string => sshSignature(text, key, 'tollbook'),
    signCommit: (text: string): string => sshSignature(text, key, 'git'),
    describe: (names: readonly string[]): string => allowedSigner(names, key),
  };
}

/**
 * Who signs, in the form of `allowed_signers` (see ssh-keygen(1)). The names are those that a verifier may expect with `-I`.
 */
export function allowedSigner(names: readonly string[], { publicKey }: SigningKey): string {
  const key = publicKeyBlob(publicKey).toString('base64');

  return `${names.join(',')} namespaces="${namespaces.join(',')}" ${keyType} ${key}\n`;
}

function publicKeyBlob(publicKey: Buffer): Buffer {
  return Buffer.concat([wireString(keyType), wireString(publicKey)]);
}

function lines(base64: string): string {
  return (base64.match(/.{1,70}/g) ?? []).join('\n');
}
