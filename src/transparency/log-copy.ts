import { type Checkpoint, readCheckpoint } from './checkpoint.ts';
import { readEntry } from './entry.ts';
import { leafHash } from './merkle-tree.ts';
import { isSignedBy, type NoteVerifier, readNote } from './signed-note.ts';
import { TileTree } from './tiles.ts';

/** A log that is not what it was, or not what it says. The message says what does not hold. */
export class LogFault extends Error {
  override readonly name = 'LogFault';
}

/**
 * Reads the checkpoint in a signed note.
 * @throws {LogFault} unless it is one of this log, signed with its key
 */
export function openCheckpoint(note: string, verifier: NoteVerifier): Checkpoint {
  const signed = readNote(note);
  const checkpoint = signed && readCheckpoint(signed.text);
  if (!checkpoint) throw new LogFault('the checkpoint of the log cannot be read');
  if (checkpoint.origin !== verifier.name) throw new LogFault('the checkpoint is of another log');
  if (!isSignedBy(signed, verifier)) {
    throw new LogFault('the checkpoint is not signed with the key of the log');
  }

  return checkpoint;
}

/**
 * A copy of a log that is read entry by entry. It proves by that alone that the log only grew: the root of the old entries and the new ones must
 * be the root that is signed.
 */
export class LogCopy {
  readonly #tree = new TileTree();
  /** What the log said last, of each service that new entries are about, by its digest: its terms, or null. */
  readonly #news = new Map<string, string | null>();
  readonly #outcomes = new Map<string, string>();

  /** The number of entries read. */
  get size(): number {
    return this.#tree.size;
  }

  /** The root of the first `size` entries, which have been read. */
  root(size: number): Buffer {
    return this.#tree.root(size);
  }

  /** What the entries read by this copy said last: the terms of a service, or null where it was listed no more, by its digest. */
  get news(): ReadonlyMap<string, string | null> {
    return this.#news;
  }

  /** The records of outcomes that the entries read by this copy are about, by their digests, with the times of the entries. */
  get outcomes(): ReadonlyMap<string, string> {
    return this.#outcomes;
  }

  /** @throws {LogFault} for what is no entry */
  append(lines: readonly string[]): void {
    for (const line of lines) {
      const entry = readEntry(line);
      if (!entry) throw new LogFault(`entry ${String(this.size)} of the log cannot be read`);
      this.#tree.append(leafHash(line));
      if ('terms' in entry) this.#news.set(entry.service, entry.terms);
      else this.#outcomes.set(entry.outcome, entry.at);
    }
  }

  /** @throws {LogFault} unless the entries are exactly those that were signed */
  compare({ size, root }: Checkpoint): void {
    if (size < this.size) {
      throw new LogFault(`the log shrank: it had ${String(this.size)} entries, and has ${String(size)}`);
    }
    if (size > this.size) {
      throw new LogFault(`the log says ${String(size)} entries, and gives ${String(this.size)}`);
    }
    if (!this.root(size).equals(root)) {
      throw new LogFault('the past of the log was changed: its entries are not those that were signed');
    }
  }
}
