import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import { WireReader, wireString } from './ssh-wire.ts';

/** An Ed25519 key of OpenSSH. */
export interface SigningKey {
  /** For Node's `sign`. */
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
}

/** Why a text is no key to sign with. The message never repeats the text. */
export class SigningKeyFault extends Error {
  override readonly name = 'SigningKeyFault';
}

export const keyType = 'ssh-ed25519';

const magic = 'openssh-key-v1\0';
const first = '-----BEGIN OPENSSH PRIVATE KEY-----';
const last = '-----END OPENSSH PRIVATE KEY-----';

/** Keys have about 400 bytes. */
const maxCharacters = 10_000;

/**
 * Reads the private key that `ssh-keygen -t ed25519` writes, without a passphrase. The format is OpenSSH's PROTOCOL.key.
 * @throws {SigningKeyFault}
 */
export function readSigningKey(text: string): SigningKey {
  const trimmed = text.length <= maxCharacters ? text.trim() : '';
  if (!trimmed.startsWith(first) || !trimmed.endsWith(last)) {
    throw new SigningKeyFault(
      'it is no private key of OpenSSH; make one with: ssh-keygen -t ed25519 -N "" -f signing-key',
    );
  }

  try {
    return keyIn(Buffer.from(trimmed.slice(first.length, -last.length), 'base64'));
  } catch (error) {
    if (error instanceof SigningKeyFault) throw error;
    throw new SigningKeyFault('the private key is damaged; copy the whole file');
  }
}

/** Makes a key, as `ssh-keygen -t ed25519 -N ""` writes it. */
export function newSigningKey(comment: string): string {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const [seed, publicKey] = [Buffer.from(d, 'base64url'), Buffer.from(x, 'base64url')];
  const check = randomBytes(4);
  const fields = [keyType, publicKey, Buffer.concat([seed, publicKey]), comment].map(wireString);
  const secret = Buffer.concat([check, check, ...fields]);
  // Padded to blocks of eight bytes, as for a cipher.
  const padding = Buffer.from([1, 2, 3, 4, 5, 6, 7]).subarray(0, -secret.length & 7);
  const bytes = Buffer.concat([
    Buffer.from(magic),
    ...['none', 'none', ''].map(wireString),
    Buffer.from([0, 0, 0, 1]),
    wireString(Buffer.concat([keyType, publicKey].map(wireString))),
    wireString(Buffer.concat([secret, padding])),
  ]);

  return `${first}\n${(bytes.toString('base64').match(/.{1,70}/g) ?? []).join('\n')}\n${last}\n`;
}

function keyIn(bytes: Buffer): SigningKey {
  const fields = new WireReader(bytes, magic);
  const cipher = fields.string().toString();
  if (cipher !== 'none') {
    throw new SigningKeyFault('the key has a passphrase; remove it with: ssh-keygen -p -N ""');
  }
  fields.string(); // The key derivation, which is "none" too.
  fields.string();
  if (fields.number() !== 1) throw new SigningKeyFault('the file holds several keys; give one');
  fields.string(); // The public key, which is also in the private part.

  const secret = new WireReader(fields.string());
  if (secret.number() !== secret.number()) throw new Error('the check numbers differ');
  const type = secret.string().toString();
  if (type !== keyType) {
    throw new SigningKeyFault(`it is a key of the type ${type}; make one of the type ed25519`);
  }
  const publicKey = secret.string();
  return { publicKey, privateKey: privateKeyOf(secret.string().subarray(0, 32), publicKey) };
}

function privateKeyOf(seed: Buffer, publicKey: Buffer): KeyObject {
  const [d, x] = [seed.toString('base64url'), publicKey.toString('base64url')];

  return createPrivateKey({ key: { kty: 'OKP', crv: 'Ed25519', d, x }, format: 'jwk' });
}
