import { quoted } from '../domain/plain-text.ts';
import { countCosignatures, readWitness } from '../transparency/cosignature.ts';
import type { NoteVerifier } from '../transparency/signed-note.ts';
import { MirrorFault } from './mirror-fault.ts';

/** How many witnesses must have cosigned the log, and which ones count. */
export interface Requirement {
  readonly count: number;
  /** One key a line, with or without a URL after it, as `LOG_WITNESSES` has it. Empty lines, and those that begin with `#`, say nothing. */
  readonly witnesses: string;
}

export class RequiredWitnesses {
  readonly #count: number;
  readonly #witnesses: readonly NoteVerifier[];

  /** @throws {MirrorFault} when no checkpoint can have so many */
  constructor({ count, witnesses }: Requirement) {
    const keys = witnesses.split('\n').map((line) => line.trim().split(/\s/, 1)[0] ?? '');
    this.#count = count;
    this.#witnesses = keys.filter((key) => key !== '' && !key.startsWith('#')).map(witnessIn);

    const named = new Set(this.#witnesses.map(({ publicKey }) => publicKey.toString('hex'))).size;
    if (count <= named) return;
    throw new MirrorFault(
      'usage',
      `${String(count)} cosignatures are required, but only ${String(named)} witnesses are named; name more with --witnesses, or require fewer`,
    );
  }

  /** What a checkpoint lacks; undefined when enough of them cosigned it. */
  lackOf(note: string, now: Date): string | undefined {
    const found = countCosignatures(note, this.#witnesses, now);
    if (found >= this.#count) return undefined;

    return `the checkpoint of the log has the cosignatures of ${String(found)} of the named witnesses, and ${String(this.#count)} are required`;
  }
}

function witnessIn(key: string): NoteVerifier {
  const witness = readWitness(key);
  if (witness) return witness;

  throw new MirrorFault(
    'usage',
    `${quoted(key)} is no key of a witness; write one on each line, like witness.example/w1+df1c0a35+BIE5…`,
  );
}
