import { createHash, sign } from 'node:crypto';
import { keyType, type SigningKey } from './ssh-key.ts';

/** Keeps a signature of this project from being used for anything else that the key may sign. */
const namespace = 'tollbook';
const hash = 'sha512';

/**
 * A detached signature of a message, as `ssh-keygen -Y sign -n tollbook` makes it and `ssh-keygen -Y verify` checks it. The format is
 * OpenSSH's PROTOCOL.sshsig.
 */
export function sshSignature(message: string | Uint8Array, { privateKey, publicKey }: SigningKey): string {
  const digest = createHash(hash).update(message).digest();
  const about = [wireString(namespace), wireString(''), wireString(hash)];
  const signature = sign(
    null,
    Buffer.concat([Buffer.from('SSHSIG'), ...about, wireString(digest)]),
    privateKey,
  );

  const version = Buffer.from([0, 0, 0, 1]);
  const blob = Buffer.concat([
    Buffer.from('SSHSIG'),
    version,
    wireString(publicKeyBlob(publicKey)),
    ...about,
    wireString(Buffer.concat([wireString(keyType), wireString(signature)])),
  ]);
  return `-----BEGIN SSH SIGNATURE-----\n${lines(blob.toString('base64'))}\n-----END SSH SIGNATURE-----\n`;
}

/** Signs in the name of whoever has the key. */
export function sshSigner(key: SigningKey) {
  return {
    sign: (text: string): string => sshSignature(text, key),
    describe: (names: readonly string[]): string => allowedSigner(names, key),
  };
}

/**
 * Who signs, in the form of `allowed_signers` (see ssh-keygen(1)). The names are those that a verifier may expect with `-I`.
 */
export function allowedSigner(names: readonly string[], { publicKey }: SigningKey): string {
  const key = publicKeyBlob(publicKey).toString('base64');

  return `${names.join(',')} namespaces="${namespace}" ${keyType} ${key}\n`;
}

function publicKeyBlob(publicKey: Buffer): Buffer {
  return Buffer.concat([wireString(keyType), wireString(publicKey)]);
}

/** A field of SSH's wire format (RFC 4251, 5). */
function wireString(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);

  return Buffer.concat([length, bytes]);
}

function lines(base64: string): string {
  return (base64.match(/.{1,70}/g) ?? []).join('\n');
}
