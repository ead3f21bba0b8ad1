import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** A text and who signed it: C2SP signed-note. The only kind of signature here is Ed25519. */
export interface SignedNote {
  /** Ends with a line feed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
}

interface NoteSignature {
  readonly name: string;
  /** The first four bytes, by which verifiers know the key. */
  readonly keyId: Buffer;
  readonly signature: Buffer;
}

/** What verifies a note. */
export interface NoteVerifier {
  readonly name: string;
  /** The 32 bytes of an Ed25519 key. */
  readonly publicKey: Buffer;
}

/** What signs a note. */
export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject;
}

const ed25519 = 1;
const keyIdBytes = 4;
const publicKeyBytes = 32;
const mostSignatures = 16;
const mostCharacters = 16_384;

/** The key in the form in which Go and C2SP write it: `name+hex(key id)+base64(type, key)`. */
export function printVerifier(verifier: NoteVerifier): string {
  const key = Buffer.concat([Buffer.from([ed25519]), verifier.publicKey]).toString('base64');

  return `${verifier.name}+${keyIdOf(verifier).toString('hex')}+${key}`;
}

/** Undefined for what is no key of this kind, or has another id. */
export function readVerifier(text: string): NoteVerifier | undefined {
  const [, name = '', id = '', base64 = ''] =
    /^([^\s+]{1,255})\+([\da-f]{8})\+([\w+/]{44})$/.exec(text.trim()) ?? [];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== 1 + publicKeyBytes || key[0] !== ed25519) return undefined;

  const verifier = { name, publicKey: key.subarray(1) };
  return keyIdOf(verifier).toString('hex') === id ? verifier : undefined;
}

/** `text` must end with a line feed and hold no empty line. */
export function signNote(text: string, signer: NoteSigner): string {
  const signature = Buffer.concat([keyIdOf(signer), sign(null, Buffer.from(text), signer.privateKey)]);

  return `${text}\n— ${signer.name} ${signature.toString('base64')}\n`;
}

const signatureLine = /^— ([^\s+]{1,255}) ([\w+/]{1,1000}={0,2})$/;

/** Undefined for what is no signed note. Says nothing about whether the signatures are right. */
export function readNote(note: string): SignedNote | undefined {
  const end = note.lastIndexOf('\n\n');
  if (note.length > mostCharacters || end === -1 || !note.endsWith('\n') || hasControls(note)) {
    return undefined;
  }

  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.slice(0, mostSignatures).flatMap((line) => {
    const [, name = '', base64 = ''] = signatureLine.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    const keyId = bytes.subarray(0, keyIdBytes);
    return bytes.length > keyIdBytes ? [{ name, keyId, signature: bytes.subarray(keyIdBytes) }] : [];
  });
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
}

/** Whether a note is signed with this key. Signatures by others do not matter. */
export function isSignedBy({ text, signatures }: SignedNote, verifier: NoteVerifier): boolean {
  const id = keyIdOf(verifier);
  const x = verifier.publicKey.toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

  return signatures.some(
    ({ name, keyId, signature }) =>
      name === verifier.name && keyId.equals(id) && verify(null, Buffer.from(text), key, signature),
  );
}

function keyIdOf({ name, publicKey }: NoteVerifier): Buffer {
  const key = Buffer.concat([Buffer.from([ed25519]), publicKey]);

  return createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, keyIdBytes);
}

function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return /[\u0000-\u0009\u000b-\u001f\ufffd]/.test(text);
}
