import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type AllowedSigner, fitsPatterns } from './allowed-signers.ts';
import { keyType } from './ssh-key.ts';
import { signedBytes } from './ssh-signature.ts';
import { WireReader } from './ssh-wire.ts';

/** Why a signature says nothing. */
export type SignatureFault =
  /** It is cut, or of a kind that this catalog never uses. */
  | 'signature_malformed'
  /** It was made for something else, for example for a commit of git. */
  | 'signature_for_other_use'
  /** The key of the signer is not among the allowed ones, or not for this use. */
  | 'signer_unknown'
  /** The key is allowed, but not at this time. */
  | 'signer_not_valid'
  /** The message is another one than the signed one. */
  | 'message_differs';

export type SignatureReading = { readonly signer: AllowedSigner } | { readonly fault: SignatureFault };

const first = '-----BEGIN SSH SIGNATURE-----';
const last = '-----END SSH SIGNATURE-----';

/** What the files of a catalog are signed for. */
const namespace = 'tollbook';

/** Those of Ed25519 have 300 bytes. */
const maxCharacters = 10_000;

interface Signature {
  readonly publicKey: Buffer;
  readonly namespace: string;
  readonly hash: 'sha256' | 'sha512';
  readonly bytes: Buffer;
}

/** Checks a detached signature as `ssh-keygen -Y verify -n tollbook` does, except that any of the signers may have made it. */
export function verifySshSignature(
  message: string | Uint8Array,
  armoured: string,
  { signers, now }: { readonly signers: readonly AllowedSigner[]; readonly now: Date },
): SignatureReading {
  const signature = readSignature(armoured);
  if (!signature) return { fault: 'signature_malformed' };
  if (signature.namespace !== namespace) return { fault: 'signature_for_other_use' };

  const known = signers.filter(
    ({ publicKey, namespaces }) =>
      publicKey.equals(signature.publicKey) &&
      (namespaces === undefined || fitsPatterns(namespace, namespaces)),
  );
  const signer = known.find((each) => isValidAt(each, now));
  if (!signer) return { fault: known.length > 0 ? 'signer_not_valid' : 'signer_unknown' };

  const bytes = signedBytes(message, { namespace, hash: signature.hash });
  return verify(null, bytes, publicKeyOf(signer.publicKey), signature.bytes)
    ? { signer }
    : { fault: 'message_differs' };
}

function isValidAt({ validAfter, validBefore }: AllowedSigner, now: Date): boolean {
  return (validAfter === undefined || now >= validAfter) && (validBefore === undefined || now <= validBefore);
}

/** Undefined for anything but one whole signature by an Ed25519 key. */
function readSignature(armoured: string): Signature | undefined {
  const trimmed = armoured.length <= maxCharacters ? armoured.trim() : '';
  if (!trimmed.startsWith(first) || !trimmed.endsWith(last)) return undefined;

  const base64 = trimmed.slice(first.length, -last.length).replace(/\s+/g, '');
  const bytes = Buffer.from(base64, 'base64');
  // Node ignores what is no base64, and so would accept texts that OpenSSH refuses.
  if (bytes.toString('base64') !== base64) return undefined;
  try {
    return signatureIn(bytes);
  } catch {
    return undefined;
  }
}

function signatureIn(bytes: Buffer): Signature | undefined {
  const fields = new WireReader(bytes, 'SSHSIG');
  if (fields.number() !== 1) return undefined;
  const publicKey = typedPart(fields.string(), 32);
  const namespace = fields.string().toString('latin1');
  fields.string(); // Reserved for later versions of the format.
  const hash = fields.string().toString('latin1');
  const signed = typedPart(fields.string(), 64);

  if (!publicKey || !signed || !fields.isAtEnd) return undefined;
  return hash === 'sha256' || hash === 'sha512' ? { publicKey, namespace, hash, bytes: signed } : undefined;
}

function typedPart(bytes: Buffer, length: number): Buffer | undefined {
  const fields = new WireReader(bytes);
  const type = fields.string().toString('latin1');
  const part = fields.string();

  return type === keyType && part.length === length && fields.isAtEnd ? part : undefined;
}

function publicKeyOf(bytes: Buffer): KeyObject {
  return createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') },
    format: 'jwk',
  });
}
