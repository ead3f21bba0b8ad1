import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';

/** The programs that hold tokens on Solana: Token and Token-2022. */
export const tokenPrograms: readonly string[] = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
];

const associatedTokenProgram = base58.decode('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL');
const marker = utf8ToBytes('ProgramDerivedAddress');

/**
 * The account in which a wallet holds a token: its associated token account. It is a program-derived address, the hash of its seeds
 * with the highest bump that gives no point of the curve; see https://solana.com/docs/core/pda.
 */
export function associatedAccount(wallet: string, mint: string, tokenProgram: string): string {
  const seeds = [wallet, tokenProgram, mint].map((address) => base58.decode(address));

  for (let bump = 255; bump >= 0; bump -= 1) {
    const hash = sha256(concatBytes(...seeds, Uint8Array.of(bump), associatedTokenProgram, marker));
    if (!isOnCurve(hash)) return base58.encode(hash);
  }
  throw new Error(`${wallet} has no account for ${mint}`);
}

function isOnCurve(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}
