import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

/** A text and who signed it: C2SP signed-note. Signatures of other types than those below are ignored, like those of unknown keys. */
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

export interface NoteVerifier {
  readonly name: string;
  /** The 32 bytes of an Ed25519 key. */
  readonly publicKey: Buffer;
}

export interface NoteSigner extends NoteVerifier {
  readonly privateKey: KeyObject;
}

/** The bytes that identify the types of signatures, both of Ed25519 keys. A key has another id with each. */
export const signatureTypes = { note: 1, cosignature: 4 } as const;
type SignatureType = (typeof signatureTypes)[keyof typeof signatureTypes];

const keyIdBytes = 4;
const publicKeyBytes = 32;
/** Of a note: the catalog and its witnesses. The specification asks readers to accept this many. */
export const maxSignatures = 16;
const maxCharacters = 16_384;

/** The key in the form in which Go and C2SP write it: `name+hex(key id)+base64(type, key)`. */
export function printVerifier(verifier: NoteVerifier, type: SignatureType = signatureTypes.note): string {
  const key = Buffer.concat([Buffer.from([type]), verifier.publicKey]).toString('base64');

  return `${verifier.name}+${keyIdOf(verifier, type).toString('hex')}+${key}`;
}

/** Undefined for what is no key of this type, or has another id. */
export function readVerifier(
  text: string,
  type: SignatureType = signatureTypes.note,
): NoteVerifier | undefined {
  const [, name = '', id = '', base64 = ''] =
    /^([^\s+]{1,255})\+([\da-f]{8})\+([\w+/]{44})$/.exec(text.trim()) ?? [];
  const key = Buffer.from(base64, 'base64');
  if (key.length !== 1 + publicKeyBytes || key[0] !== type || hasControls(name)) return undefined;

  const verifier = { name, publicKey: key.subarray(1) };
  return keyIdOf(verifier, type).toString('hex') === id ? verifier : undefined;
}

/** `text` must end with a line feed and hold no empty line. */
export function signNote(text: string, signer: NoteSigner): string {
  const signature = sign(null, Buffer.from(text), signer.privateKey);

  return `${text}\n${signatureLine(signer, signatureTypes.note, signature)}`;
}

/** The line of a note that holds a signature, with its line feed. */
export function signatureLine(signer: NoteVerifier, type: SignatureType, signature: Uint8Array): string {
  const bytes = Buffer.concat([keyIdOf(signer, type), signature]);

  return `— ${signer.name} ${bytes.toString('base64')}\n`;
}

/** Post-quantum signatures, which are ignored here, have up to 5 kB. */
const signatureForm = /^— ([^\s+]{1,255}) ([\w+/]{1,8000}={0,2})$/;

/** Undefined for what is no signed note. Says nothing about whether the signatures are right. */
export function readNote(note: string): SignedNote | undefined {
  const end = note.lastIndexOf('\n\n');
  if (note.length > maxCharacters || end === -1 || !note.endsWith('\n') || hasControls(note)) {
    return undefined;
  }

  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.slice(0, maxSignatures).flatMap((line) => {
    const [, name = '', base64 = ''] = signatureForm.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    const keyId = bytes.subarray(0, keyIdBytes);
    return bytes.length > keyIdBytes ? [{ name, keyId, signature: bytes.subarray(keyIdBytes) }] : [];
  });
  return signatures.length === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
}

/** Whether a note is signed with this key. Signatures by others do not matter; a wrong one by this key makes the note malformed. */
export function isSignedBy(note: SignedNote, verifier: NoteVerifier): boolean {
  const signatures = signaturesBy(note, verifier, signatureTypes.note);

  return signatures.length > 0 && signatures.every((signature) => verifies(note.text, verifier, signature));
}

/** The bytes of the signatures that claim to be by this key, without its id. */
export function signaturesBy(
  { signatures }: SignedNote,
  verifier: NoteVerifier,
  type: SignatureType,
): Buffer[] {
  const id = keyIdOf(verifier, type);

  return signatures
    .filter(({ name, keyId }) => name === verifier.name && keyId.equals(id))
    .map(({ signature }) => signature);
}

/** Whether these are the 64 bytes of an Ed25519 signature of a message. */
export function verifies(message: string, { publicKey }: NoteVerifier, signature: Uint8Array): boolean {
  const x = publicKey.toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });

  return verify(null, Buffer.from(message), key, signature);
}

function keyIdOf({ name, publicKey }: NoteVerifier, type: SignatureType): Buffer {
  const key = Buffer.concat([Buffer.from([type]), publicKey]);

  return createHash('sha256').update(`${name}\n`).update(key).digest().subarray(0, keyIdBytes);
}

function hasControls(text: string): boolean {
  // eslint-disable-next-line no-control-regex -- they are what is looked for
  return /[\u0000-\u0009\u000b-\u001f\ufffd]/.test(text);
}
