import { knownAssets, tokensFor } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { normalizeAddress } from '../domain/network.ts';
import { isPinOf, isValidPin, type Pin } from '../domain/pin.ts';
import type { ProofFile } from '../domain/proof-file.ts';
import { readCheckpoint } from './checkpoint.ts';
import { countCosignatures, readWitness } from './cosignature.ts';
import { readEntry, serviceDigest, termsDigest } from './entry.ts';
import { openCheckpoint } from './log-copy.ts';
import { isIncluded, leafHash } from './merkle-tree.ts';
import { type NoteVerifier, readNote, readVerifier } from './signed-note.ts';

/** Whom the reader of a proof file trusts. None of it may come from the file itself, or from where the file came from. */
export interface Trusted {
  /** The key of the log; undefined where the reader has none. */
  readonly verifier?: NoteVerifier | undefined;
  readonly witnesses?: readonly NoteVerifier[] | undefined;
  /** How many of the witnesses must have cosigned. */
  readonly require?: number | undefined;
}

/** What a proof file can be wrong about, in the order in which it is checked. */
export const proofChecks = [
  'terms',
  'inclusion',
  'signature',
  'cosignatures',
  'pin',
  'amount',
  'validity',
] as const;
export type ProofCheck = (typeof proofChecks)[number];

/** Whether each holds; null where the file or its reader lacks what would tell. */
export type ProofFindings = Readonly<Record<ProofCheck, boolean | null>>;

/** Checks a proof file without a network. */
export function checkProof(file: ProofFile, trusted: Trusted, now: Date): ProofFindings {
  const { pin } = file;

  return {
    terms: tellsOfTerms(file),
    inclusion: file.checkpoint === null ? null : areIncluded(file),
    signature:
      file.checkpoint === null || !trusted.verifier ? null : isSigned(file.checkpoint, trusted.verifier),
    cosignatures: isCosigned(file.checkpoint, trusted, now),
    pin: pin && isPinOf(pin, file.entry),
    amount: pin && isDeclaredAmount(pin, file.entry),
    validity: pin && isValidPin(pin, now),
  };
}

interface TrustedKeys {
  readonly vkey: string;
  readonly witnesses?: readonly string[] | undefined;
  readonly require?: number | undefined;
}

/** Whether the log proves the terms of a file, by a checkpoint that is signed and cosigned as required. @throws {TypeError} for what is no key */
export function isProven(
  file: ProofFile,
  { vkey, witnesses = [], require }: TrustedKeys,
  now: Date,
): boolean {
  const trusted = {
    verifier: keyIn('vkey', readVerifier(vkey)),
    witnesses: witnesses.map((key) => keyIn('witnesses', readWitness(key))),
    require,
  };
  const { terms, inclusion, signature, cosignatures } = checkProof(file, trusted, now);

  return terms === true && inclusion === true && signature === true && cosignatures !== false;
}

function keyIn(name: string, key: NoteVerifier | undefined): NoteVerifier {
  if (key) return key;
  throw new TypeError(`"${name}" holds no key of that kind; pass the line that was published`);
}

/** Whether the first leaf is about this service, and about the terms that the file says. */
function tellsOfTerms({ entry, leaves, checkpoint }: ProofFile): boolean | null {
  if (checkpoint === null && leaves.length === 0) return null;
  const told = readEntry(leaves[0]?.leaf ?? '');

  if (!told || !('terms' in told)) return false;
  return told.service === serviceDigest(entry.id) && told.terms === termsDigest(entry);
}

function areIncluded({ leaves, checkpoint }: ProofFile): boolean {
  const tree = readCheckpoint(readNote(checkpoint ?? '')?.text ?? '');

  return (
    tree !== undefined &&
    leaves.length > 0 &&
    leaves.every(({ index, leaf, hashes }) => {
      const proof = hashes.map((hash) => Buffer.from(hash, 'base64'));
      return isIncluded(leafHash(leaf), index, tree, proof);
    })
  );
}

function isSigned(checkpoint: string, verifier: NoteVerifier): boolean {
  try {
    openCheckpoint(checkpoint, verifier);
    return true;
  } catch {
    return false;
  }
}

function isCosigned(
  checkpoint: string | null,
  { witnesses = [], require = 0 }: Trusted,
  now: Date,
): boolean | null {
  if (require === 0) return null;

  return checkpoint !== null && countCosignatures(checkpoint, witnesses, now) >= require;
}

/** Null where the catalog saw another token or amount than the declared price, which the log alone proves. */
function isDeclaredAmount({ network, asset, maxAmount }: Pin, { pricing }: ProofFile['entry']): true | null {
  const { currency, pricePerRequest } = pricing;
  const token = tokensFor({ currency, network }, knownAssets).find(
    ({ address }) => normalizeAddress(network, address) === normalizeAddress(network, asset),
  );

  return token && unitsOf(pricePerRequest, token.decimals) === BigInt(maxAmount) ? true : null;
}
