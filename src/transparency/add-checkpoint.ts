import { type Checkpoint, readCheckpoint, readHash, readSize } from './checkpoint.ts';
import { emptyRoot, isConsistent, type Tree } from './merkle-tree.ts';
import {
  isSignedBy,
  type NoteVerifier,
  readNote,
  signatureLine,
  signaturesBy,
  signatureTypes,
} from './signed-note.ts';

/** A request to a witness: C2SP tlog-witness, `add-checkpoint`. */
export interface AddCheckpoint {
  /** The size up to which the witness has cosigned the log, as far as the sender knows. */
  readonly old: number;
  /** Shows that the checkpoint continues the tree of that size. */
  readonly proof: readonly Buffer[];
  readonly note: string;
}

/** A checkpoint that its log signed, as it came to a witness. */
export interface Submission extends AddCheckpoint {
  readonly checkpoint: Checkpoint;
  readonly text: string;
  /** The checkpoint with the signature of its log alone. */
  readonly signed: string;
}

/** Why a witness does not cosign, as an HTTP status. */
export type WitnessRefusal =
  | { readonly status: 400 | 403 | 404 | 409 | 422; readonly reason: string }
  /** `known`: the size that the witness has cosigned. */
  | { readonly status: 409; readonly known: number };

/** As the specification says. */
const maxHashes = 63;

/** The largest request: 63 hashes, and a note of 16 KiB. */
export const maxRequestBytes = 20 * 1024;

export function printAddCheckpoint({ old, proof, note }: AddCheckpoint): string {
  const hashes = proof.map((hash) => `${hash.toString('base64')}\n`).join('');

  return `old ${String(old)}\n${hashes}\n${note}`;
}

/** Undefined for what is no such request. */
export function readAddCheckpoint(body: string): AddCheckpoint | undefined {
  const end = body.indexOf('\n\n');
  const [first = '', ...hashes] = body.slice(0, Math.max(0, end)).split('\n', maxHashes + 2);
  const old = readSize(/^old (.*)$/.exec(first)?.[1] ?? '');
  const proof = hashes.map(readHash).filter((hash) => hash !== undefined);
  if (old === undefined || proof.length !== hashes.length || proof.length > maxHashes) return undefined;

  return { old, proof, note: body.slice(end + 2) };
}

/** Reads a request, and whether it holds a checkpoint that this log signed. */
export function openSubmission(body: string, log: NoteVerifier): Submission | WitnessRefusal {
  const request = readAddCheckpoint(body);
  if (!request) {
    return { status: 400, reason: 'the request is not "old <size>", hashes, an empty line and a checkpoint' };
  }
  const signed = readNote(request.note);
  const checkpoint = signed && readCheckpoint(signed.text);
  if (!checkpoint) return { status: 400, reason: 'the checkpoint cannot be read' };
  if (checkpoint.origin !== log.name) return { status: 404, reason: 'this witness follows another log' };
  if (!isSignedBy(signed, log)) {
    return { status: 403, reason: 'the checkpoint is not signed with the key of its log' };
  }

  const { text } = signed;
  const lines = signaturesBy(signed, log, signatureTypes.note).map((bytes) =>
    signatureLine(log, signatureTypes.note, bytes),
  );
  return { ...request, checkpoint, text, signed: `${text}\n${lines[0] ?? ''}` };
}

/** Why a witness that cosigned `head` last, or nothing, does not cosign a checkpoint; undefined when it continues that. */
export function consistencyRefusal(
  { old, proof, checkpoint }: Submission,
  head: Tree = { size: 0, root: emptyRoot },
): WitnessRefusal | undefined {
  if (old > checkpoint.size) {
    return { status: 400, reason: 'the old size is larger than that of the checkpoint' };
  }
  if (old !== head.size) return { status: 409, known: head.size };
  if (old === checkpoint.size && !Buffer.from(head.root).equals(checkpoint.root)) {
    return { status: 409, reason: 'the tree of this size has another root' };
  }
  if (isConsistent(head, checkpoint, proof)) return undefined;

  return { status: 422, reason: 'the proof does not show that the checkpoint continues what was cosigned' };
}
