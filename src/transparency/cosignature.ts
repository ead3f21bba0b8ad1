import { sign } from 'node:crypto';
import {
  type NoteSigner,
  type NoteVerifier,
  printVerifier,
  readNote,
  readVerifier,
  signatureLine,
  signaturesBy,
  signatureTypes,
  verifies,
} from './signed-note.ts';

/** What a witness says of a checkpoint: that it is the largest it has seen of that log, and continues all that it has seen before. */
export interface Cosignature {
  /** The line to add to the note, with its line feed. */
  readonly line: string;
  /** When the witness said so. */
  readonly at: Date;
}

const timeBytes = 8;
/** Clocks differ. A cosignature from later than this is not believed. */
const futureMs = 5 * 60_000;
/** What a `Date` can hold, which is less than the 2^63 - 1 seconds of the specification. */
const maxSeconds = 8_640_000_000_000n;

/** The key of a witness, as `LOG_WITNESSES` takes it: a verifier key of C2SP signed-note with the type 0x04. */
export function printWitness(witness: NoteVerifier): string {
  return printVerifier(witness, signatureTypes.cosignature);
}

export function readWitness(text: string): NoteVerifier | undefined {
  return readVerifier(text, signatureTypes.cosignature);
}

/** Cosigns the text of a checkpoint: C2SP tlog-cosignature, with Ed25519. */
export function cosign(text: string, signer: NoteSigner, now: Date): Cosignature {
  const seconds = BigInt(Math.floor(now.getTime() / 1000));
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(seconds);
  const signature = sign(null, Buffer.from(messageOf(text, seconds)), signer.privateKey);
  const line = signatureLine(signer, signatureTypes.cosignature, Buffer.concat([time, signature]));

  return { line, at: new Date(Number(seconds) * 1000) };
}

/**
 * The newest cosignature of a witness in a signed note; undefined where it has none that holds, or only one from the future. Says nothing about
 * the signature of the log itself: see `openCheckpoint`.
 */
export function findCosignature(note: string, witness: NoteVerifier, now: Date): Cosignature | undefined {
  const signed = readNote(note);
  const held = (signed ? signaturesBy(signed, witness, signatureTypes.cosignature) : []).flatMap((bytes) => {
    if (bytes.length <= timeBytes) return [];
    const seconds = bytes.readBigUInt64BE();
    const isTime = seconds > 0n && seconds <= maxSeconds;
    const at = new Date(isTime ? Number(seconds) * 1000 : Number.NaN);
    const isPast = at.getTime() <= now.getTime() + futureMs;
    const holds =
      isPast && verifies(messageOf(signed?.text ?? '', seconds), witness, bytes.subarray(timeBytes));
    return holds ? [{ line: signatureLine(witness, signatureTypes.cosignature, bytes), at }] : [];
  });

  return held.sort((a, b) => b.at.getTime() - a.at.getTime())[0];
}

/**
 * How many of these witnesses cosigned a checkpoint. Witnesses with the same key count once, whatever they are called. Zero for what is no
 * signed note. Says nothing about the signature of the log itself: see `openCheckpoint`.
 */
export function countCosignatures(note: string, witnesses: readonly NoteVerifier[], now: Date): number {
  const found = witnesses.filter((witness) => findCosignature(note, witness, now) !== undefined);

  return new Set(found.map(({ publicKey }) => publicKey.toString('hex'))).size;
}

/** What a witness signs: without its name, so that a key belongs to one witness. */
function messageOf(text: string, seconds: bigint): string {
  return `cosignature/v1\ntime ${String(seconds)}\n${text}`;
}
