import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import { type Family, rulesOf, signingOf } from '../domain/families/families.ts';
import type { Signing } from '../domain/families/family.ts';
import type { Signer, SigningFamily } from '../domain/signer.ts';

/** Contract wallets define the form of their signatures; this is above any that is in use. */
const hex = /^0x(?:[0-9a-f]{2}){1,4096}$/i;
/** 64 bytes; the three forms exclude each other. */
const ed25519Forms = { base58: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/, base64: /^[A-Za-z0-9+/]{86}==$/ };

interface Scheme {
  readonly read: (text: string) => Uint8Array | undefined;
  /** The forms in which signatures are accepted. */
  readonly form: string;
  /** A likely reason for a wrong signature. */
  readonly hint: string;
}

const schemes: Readonly<Record<Signing['scheme'], Scheme>> = {
  eip191: {
    read: (text) => (hex.test(text) ? hexToBytes(text.slice(2)) : undefined),
    form: '0x and hexadecimal digits, as personal_sign answers',
    hint: 'sign its text with that account (EIP-191, 65 bytes, low s); a contract wallet has to be deployed, on a chain that this catalog reads',
  },
  ed25519: {
    read: (text) => {
      const bytes = decodedEd25519(text);
      return bytes?.length === 64 ? bytes : undefined;
    },
    form: '64 bytes in base58 or base64, or as 0x and hexadecimal digits',
    hint: 'sign the bytes of its text with that account',
  },
};

/** How signatures of this family are written and made, for messages; undefined where none are checked. */
export function schemeOf(family: Family): Pick<Scheme, 'form' | 'hint'> | undefined {
  const { signing } = rulesOf(family);

  return signing && schemes[signing.scheme];
}

/** The bytes of a signature as wallets of this family write it; undefined when it is malformed. */
export function readSignature(family: SigningFamily, text: string): Uint8Array | undefined {
  return schemes[signingOf(family).scheme].read(text);
}

function decodedEd25519(text: string): Uint8Array | undefined {
  try {
    if (hex.test(text)) return hexToBytes(text.slice(2));
    if (ed25519Forms.base58.test(text)) return base58.decode(text);
    if (ed25519Forms.base64.test(text)) return base64.decode(text);
  } catch {
    // Base64 with stray bits at its end.
  }
  return undefined;
}

/** Whether the key of the address signed this text. Says nothing about contract wallets, whose signatures only their chain can check. */
export function isSignedBy({ family, address }: Signer, text: string, signature: Uint8Array): boolean {
  const signing = signingOf(family);
  if (signing.scheme === 'eip191') {
    return evmSignerOf(personalHash(text), signature) === address.toLowerCase();
  }

  // By the rules of ZIP-215, anybody can sign for keys of small order, such as the base58 address of 32 zero bytes.
  const key = signing.publicKey(address);
  return signing.payloads(text).some((bytes) => ed25519.verify(signature, bytes, key, { zip215: false }));
}

/** The hash that a contract wallet of this family is asked about; undefined where contracts sign nothing. */
export function contractHash(family: SigningFamily, text: string): Uint8Array | undefined {
  return signingOf(family).contractChain && personalHash(text);
}

/** The hash that `personal_sign` signs: EIP-191, version 0x45. */
export function personalHash(text: string): Uint8Array {
  const bytes = utf8ToBytes(text);

  return keccak_256(concatBytes(utf8ToBytes(`\x19Ethereum Signed Message:\n${String(bytes.length)}`), bytes));
}

/**
 * The EVM address that signed a hash, in small letters; undefined when the signature is no point of the curve. Accepts only 65 bytes with a low s
 * (EIP-2), so that nobody can make a second signature from the first. The last byte is 27 or 28, or 0 or 1 from some hardware wallets.
 */
export function evmSignerOf(hash: Uint8Array, signature: Uint8Array): string | undefined {
  const recovery = recoveryOf(signature[64]);
  if (signature.length !== 65 || recovery === undefined) return undefined;

  try {
    const parsed = secp256k1.Signature.fromBytes(signature.subarray(0, 64), 'compact');
    if (parsed.hasHighS()) return undefined;
    const key = parsed.addRecoveryBit(recovery).recoverPublicKey(hash).toBytes(false);
    return `0x${bytesToHex(keccak_256(key.subarray(1)).subarray(12))}`;
  } catch {
    return undefined;
  }
}

function recoveryOf(v: number | undefined): number | undefined {
  if (v === 27 || v === 28) return v - 27;
  return v === 0 || v === 1 ? v : undefined;
}
