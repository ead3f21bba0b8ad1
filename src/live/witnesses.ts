import { messageOf } from '../domain/error-code.ts';
import { printable } from '../domain/plain-text.ts';
import { printAddCheckpoint } from '../transparency/add-checkpoint.ts';
import { readSize } from '../transparency/checkpoint.ts';
import { findCosignature } from '../transparency/cosignature.ts';
import { consistencyProof } from '../transparency/merkle-tree.ts';
import { maxSignatures, readNote } from '../transparency/signed-note.ts';
import type { TileTree } from '../transparency/tiles.ts';
import type { Clock, Log, PostToWitness, SignedCheckpoint, WitnessAddress } from './ports.ts';

interface Dependencies {
  readonly post: PostToWitness;
  readonly clock: Clock;
  readonly log: Log;
}

type Hashes = Pick<TileTree, 'rootOf'>;

/** How long a witness that failed is left alone, unless there is a new checkpoint. */
const pauseMs = 60_000;
/** A cosignature that was made for this request is about as old as it. */
const plausibleMs = 5 * 60_000;

/** Asks witnesses to cosign checkpoints (C2SP tlog-witness), and adds what they answered to those. Each server asks for itself. */
export class Witnesses {
  readonly #witnesses: readonly AskedWitness[];

  constructor(addresses: readonly WitnessAddress[], dependencies: Dependencies) {
    this.#witnesses = addresses.map((address) => new AskedWitness(address, dependencies));
  }

  /** Which witnesses do not cosign, and why; undefined when all do. */
  get fault(): string | undefined {
    const faults = this.#witnesses.flatMap(({ name, fault }) =>
      fault === undefined ? [] : [`${printable(name, 100)}: ${fault}`],
    );
    return faults.length === 0
      ? undefined
      : `checkpoints lack the cosignatures of ${String(faults.length)} of ${String(this.#witnesses.length)} witnesses. ${faults.join('; ')}`;
  }

  /** Asks those that have not cosigned this checkpoint and are due. Resolves when all of them answered or failed. */
  async ask(checkpoint: SignedCheckpoint, tree: Hashes): Promise<void> {
    await Promise.all(this.#witnesses.map((witness) => witness.ask(checkpoint, tree)));
  }

  /** A checkpoint with the cosignatures that are there. */
  cosigned(note: string): string {
    return note + this.#witnesses.map((witness) => witness.lineFor(note)).join('');
  }
}

/** One witness, and how far it has come. */
class AskedWitness {
  readonly #address: WitnessAddress;
  readonly #dependencies: Dependencies;
  /** The size that it cosigned, as far as is known. */
  #known = 0;
  #isAsking = false;
  /** The last checkpoint that it was asked about, and its line, if it cosigned that. */
  #asked: { readonly note: string; readonly line?: string; readonly at: number } | undefined;
  #fault: string | undefined;

  constructor(address: WitnessAddress, dependencies: Dependencies) {
    this.#address = address;
    this.#dependencies = dependencies;
  }

  get name(): string {
    return this.#address.key.name;
  }

  get fault(): string | undefined {
    return this.#fault;
  }

  lineFor(note: string): string {
    return (this.#asked?.note === note ? this.#asked.line : undefined) ?? '';
  }

  async ask(checkpoint: SignedCheckpoint, tree: Hashes): Promise<void> {
    const at = this.#dependencies.clock().getTime();
    if (this.#isAsking || !this.#isDue(checkpoint.note, at)) return;

    this.#isAsking = true;
    const { note } = checkpoint;
    try {
      this.#asked = { note, at, line: await this.#lineOf(checkpoint, tree) };
      this.#report(undefined);
    } catch (error) {
      this.#asked = { note, at };
      this.#report(printable(messageOf(error)));
    } finally {
      this.#isAsking = false;
    }
  }

  #isDue(note: string, at: number): boolean {
    if (this.#asked?.note !== note) return true;

    return this.#asked.line === undefined && Math.abs(at - this.#asked.at) >= pauseMs;
  }

  /** Sends the proof once more where the witness names another size than was known here. @throws {Error} */
  async #lineOf(checkpoint: SignedCheckpoint, tree: Hashes): Promise<string> {
    const { size, note } = checkpoint;
    let answer = await this.#send(checkpoint, tree);
    if (answer.status === 409) {
      const known = readSize(answer.text.replace(/\n$/, ''));
      if (known === undefined || known > size) {
        throw new Error(`names a size of the log that this server does not know; ours is ${String(size)}`);
      }
      this.#known = known;
      answer = await this.#send(checkpoint, tree);
    }
    if (answer.status !== 200) throw new Error(`answers HTTP ${String(answer.status)}`);

    const line = this.#lineIn(answer.text, readNote(note)?.text ?? '');
    if (line === undefined) {
      throw new Error('answers without a cosignature by its key that holds and is of now');
    }
    this.#known = size;
    return line;
  }

  async #send({ size, note }: SignedCheckpoint, tree: Hashes) {
    const old = Math.min(this.#known, size);
    const proof = consistencyProof(old, size, (start, end) => tree.rootOf(start, end));

    return this.#dependencies.post(
      `${this.#address.url}/add-checkpoint`,
      printAddCheckpoint({ old, proof, note }),
    );
  }

  #lineIn(answer: string, text: string): string | undefined {
    const now = this.#dependencies.clock();

    return answer
      .split('\n', maxSignatures)
      .map((line) => findCosignature(`${text}\n${line}\n`, this.#address.key, now))
      .find((found) => found && found.at.getTime() >= now.getTime() - plausibleMs)?.line;
  }

  /** Logs a fault when it begins, and its end. */
  #report(fault: string | undefined): void {
    const { log } = this.#dependencies;
    const { name } = this;
    if (fault !== undefined && this.#fault === undefined) {
      log.warn({ witness: name, fault }, 'a witness does not cosign the log; checkpoints go on without it');
    }
    if (fault === undefined && this.#fault !== undefined) {
      log.info({ witness: name }, 'a witness cosigns the log again');
    }
    this.#fault = fault;
  }
}
