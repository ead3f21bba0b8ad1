import { knownAssets, tokensFor } from '../domain/asset.ts';
import { unitsOf } from '../domain/decimal.ts';
import { spelledOn } from '../domain/network.ts';
import { type Pin, pinSpanMs } from '../domain/pin.ts';
import type { ProofFile } from '../domain/proof-file.ts';
import { readCheckpoint } from './checkpoint.ts';
import { countCosignatures } from './cosignature.ts';
import { readEntry, serviceDigest, termsDigest } from './entry.ts';
import { openCheckpoint } from './log-copy.ts';
import { isIncluded, leafHash } from './merkle-tree.ts';
import { type NoteVerifier, readNote } from './signed-note.ts';

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

/** Clocks differ. */
const skewMs = 5 * 60_000;

/** Checks a proof file without a network. */
export function checkProof(file: ProofFile, trusted: Trusted, now: Date): ProofFindings {
  const { pin } = file;

  return {
    terms: tellsOfTerms(file),
    inclusion: file.checkpoint === null ? null : areIncluded(file),
    signature:
      file.checkpoint === null || !trusted.verifier ? null : isSigned(file.checkpoint, trusted.verifier),
    cosignatures: isCosigned(file.checkpoint, trusted, now),
    pin: pin && isOfEntry(pin, file.entry),
    amount: pin && isDeclaredAmount(pin, file.entry),
    validity: pin && isValid(pin, now),
  };
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

/** A pin may name another network or amount than the declaration, but not another place or wallet. */
function isOfEntry({ url, network, payTo }: Pin, { endpoint, x402Config }: ProofFile['entry']): boolean {
  const isThere = url === endpoint || url === `${endpoint}/`;

  return isThere && spelledOn(network, payTo) === spelledOn(network, x402Config.paymentAddress);
}

/** Null where the catalog saw another token or amount than the declared price, which the log alone proves. */
function isDeclaredAmount({ network, asset, maxAmount }: Pin, { pricing }: ProofFile['entry']): true | null {
  const { currency, pricePerRequest } = pricing;
  const token = tokensFor({ currency, network }, knownAssets).find(
    ({ address }) => spelledOn(network, address) === spelledOn(network, asset),
  );

  return token && unitsOf(pricePerRequest, token.decimals) === BigInt(maxAmount) ? true : null;
}

function isValid({ validUntil }: Pin, now: Date): boolean {
  const leftMs = Date.parse(validUntil) - now.getTime();

  return leftMs >= 0 && leftMs <= pinSpanMs + skewMs;
}
