import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64 } from '@scure/base';
import type { Signer } from '../domain/signer.ts';

/** Contract wallets define the form of their signatures; this is above any that is in use. */
const hex = /^0x(?:[0-9a-f]{2}){1,4096}$/i;
/** 64 bytes; the three forms exclude each other. */
const solanaForms = { base58: /^[1-9A-HJ-NP-Za-km-z]{64,88}$/, base64: /^[A-Za-z0-9+/]{86}==$/ };

/** The bytes of a signature as wallets of this family write it; undefined when it is malformed. */
export function readSignature(family: Signer['family'], text: string): Uint8Array | undefined {
  if (hex.test(text)) return ofFamily(family, hexToBytes(text.slice(2)));
  if (family === 'eip155') return undefined;

  try {
    if (solanaForms.base58.test(text)) return ofFamily(family, base58.decode(text));
    if (solanaForms.base64.test(text)) return ofFamily(family, base64.decode(text));
  } catch {
    // Base64 with stray bits at its end.
  }
  return undefined;
}

function ofFamily(family: Signer['family'], bytes: Uint8Array): Uint8Array | undefined {
  return family === 'solana' && bytes.length !== 64 ? undefined : bytes;
}

/** Whether the key of the address signed this text. Says nothing about contract wallets, whose signatures only their chain can check. */
export function isSignedBy({ family, address }: Signer, text: string, signature: Uint8Array): boolean {
  if (family === 'eip155') return signerOf(personalHash(text), signature) === address.toLowerCase();

  // By the rules of ZIP-215, anybody can sign for keys of small order, such as the base58 address of 32 zero bytes.
  return ed25519.verify(signature, utf8ToBytes(text), base58.decode(address), { zip215: false });
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
function signerOf(hash: Uint8Array, signature: Uint8Array): string | undefined {
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
