import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printable } from '../domain/plain-text.ts';
import {
  consistencyRefusal,
  openSubmission,
  type Submission,
  type WitnessRefusal,
} from '../transparency/add-checkpoint.ts';
import { cosign, printWitness } from '../transparency/cosignature.ts';
import { LogFault, openCheckpoint } from '../transparency/log-copy.ts';
import type { Tree } from '../transparency/merkle-tree.ts';
import { type NoteSigner, type NoteVerifier, readNote } from '../transparency/signed-note.ts';
import type { LogFollower } from './log-follower.ts';
import { MirrorFault } from './mirror-fault.ts';
import { readOwnText, writeOwnText } from './own-folder.ts';
import type { Notice } from './surroundings.ts';

/** Files in the folder of the mirror, each with a signed note. */
const files = {
  cosigned: 'witness.checkpoint',
  /** One that was refused, and about which the entries that are known say nothing yet. */
  doubted: 'witness.refused',
  /** Two that contradict each other. */
  fork: ['witness.head-1', 'witness.head-2'],
} as const;

interface Dependencies {
  readonly folder: string;
  readonly signer: NoteSigner;
  /** The key of the one log that it cosigns. */
  readonly key: NoteVerifier;
  /** What the mirror itself has read of that log. */
  readonly log: Pick<LogFollower, 'state' | 'rootAt'>;
  readonly now: () => Date;
  readonly notice: (notice: Notice) => void;
}

/** A checkpoint that the log signed, as a note. */
interface Head extends Tree {
  readonly note: string;
}

/** What a witness answers: its cosignature, or why there is none. */
export type WitnessReply = { readonly status: 200; readonly line: string } | WitnessRefusal;

/**
 * Cosigns checkpoints of one log (C2SP tlog-witness), each of which continues all before it. Once the log has signed two histories, it cosigns
 * nothing any more.
 */
export class Witness {
  readonly #dependencies: Dependencies;
  #head: Head | undefined;
  #doubted: Head | undefined;
  #isForked = false;
  /** The end of what was begun last: one thing at a time, so that what is judged is what is remembered. */
  #last: Promise<unknown> = Promise.resolve();

  private constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws {MirrorFault} when what it remembers is damaged, or is of another key of the log */
  static async open(dependencies: Dependencies): Promise<Witness> {
    const witness = new Witness(dependencies);
    await witness.#remember();
    return witness;
  }

  /** Its key, as `LOG_WITNESSES` takes it. */
  get key(): string {
    return printWitness(this.#dependencies.signer);
  }

  /** The log that it cosigns. */
  get origin(): string {
    return this.#dependencies.key.name;
  }

  get cosigned(): string | undefined {
    return this.#head?.note;
  }

  /** Answers a request. What it cosigns is on disk before. */
  async add(body: string): Promise<WitnessReply> {
    return this.#inTurn(() => this.#add(body));
  }

  /** Compares what was cosigned or refused with what the mirror has read since. @throws {MirrorFault} when the log signed two histories */
  async compare(): Promise<void> {
    await this.#inTurn(async () => {
      for (const head of [this.#head, this.#doubted]) {
        if (head && (await this.#showsFork(head))) throw new MirrorFault('log', this.#sentence);
      }
      if (!this.#doubted || this.#rootAt(this.#doubted.size) === undefined) return;

      this.#doubted = undefined;
      await rm(this.#path(files.doubted), { force: true });
    });
  }

  async #remember(): Promise<void> {
    this.#head = await this.#headIn(files.cosigned);
    this.#doubted = await this.#headIn(files.doubted);
    this.#isForked = (await readOwnText(this.#path(files.fork[1]))) !== undefined;
    if (this.#isForked) this.#warn(this.#sentence);
  }

  async #headIn(name: string): Promise<Head | undefined> {
    const note = await readOwnText(this.#path(name));
    try {
      return note === undefined ? undefined : { ...openCheckpoint(note, this.#dependencies.key), note };
    } catch (error) {
      if (!(error instanceof LogFault)) throw error;
      throw new MirrorFault(
        'folder',
        `${printable(this.#path(name))} is no checkpoint of ${printable(this.origin, 100)} by its present key; put it back as it was, or begin a new mirror with a new key: a witness that forgets could cosign two histories`,
        { cause: error },
      );
    }
  }

  async #add(body: string): Promise<WitnessReply> {
    const submission = openSubmission(body, this.#dependencies.key);
    if ('status' in submission) return submission;

    const given = { ...submission.checkpoint, note: submission.signed };
    if (await this.#showsFork(given)) this.#warn(this.#sentence);
    const refusal = consistencyRefusal(submission, this.#head);
    if (this.#isForked) {
      return refusal && 'reason' in refusal
        ? refusal
        : { status: 422, reason: 'the log signed two histories' };
    }
    if (refusal?.status === 422) await this.#doubt(given);
    return refusal ?? this.#cosign(submission, given);
  }

  async #cosign({ text }: Submission, given: Head): Promise<WitnessReply> {
    const { signer, now } = this.#dependencies;
    const { line } = cosign(text, signer, now());
    // The same checkpoint again needs no second write.
    if (this.#head === undefined || readNote(this.#head.note)?.text !== text) {
      const head = { ...given, note: given.note + line };
      await writeOwnText(this.#path(files.cosigned), head.note);
      this.#head = head;
    }
    return { status: 200, line };
  }

  /** Whether a checkpoint that the log signed is the first to contradict another one that it signed. Keeps both then. */
  async #showsFork(head: Head): Promise<boolean> {
    const other = this.#contradictionOf(head);
    if (other === undefined || this.#isForked) return false;

    await writeOwnText(this.#path(files.fork[0]), other);
    await writeOwnText(this.#path(files.fork[1]), head.note);
    this.#isForked = true;
    return true;
  }

  /** A signed checkpoint that cannot be of the same log as this one; undefined when there is none, as far as is known. */
  #contradictionOf({ size, root }: Head): string | undefined {
    if (this.#head?.size === size && !Buffer.from(this.#head.root).equals(root)) return this.#head.note;

    const known = this.#rootAt(size);
    return known === undefined || known.equals(root) ? undefined : this.#dependencies.log.state?.checkpoint;
  }

  /** Undefined where the mirror has not read so much. */
  #rootAt(size: number): Buffer | undefined {
    return this.#dependencies.log.rootAt(size);
  }

  /**
   * Keeps a signed checkpoint whose proof does not hold. The proof may be by anybody, so it takes the entries to tell whether the log is at
   * fault. The first one stays until then.
   */
  async #doubt(head: Head): Promise<void> {
    if (this.#doubted || this.#rootAt(head.size) !== undefined) return;

    await writeOwnText(this.#path(files.doubted), head.note);
    this.#doubted = head;
    this.#warn(
      `a signed checkpoint of ${String(head.size)} entries came with a proof that does not hold, and was not cosigned; ${printable(this.#path(files.doubted))} keeps it until the entries show whether the log has two histories`,
    );
  }

  #warn(text: string): void {
    this.#dependencies.notice({ level: 'warning', text });
  }

  get #sentence(): string {
    const proof = files.fork.map((name) => printable(this.#path(name))).join(' and ');

    return `${printable(this.origin, 100)} signed two histories of its log, so nothing of it is cosigned any more; ${proof} are the proof: do not pay by this copy, and ask the operator of the catalog`;
  }

  #path(name: string): string {
    return join(this.#dependencies.folder, name);
  }

  async #inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
