import { printCheckpoint } from '../transparency/checkpoint.ts';
import { type NoteSigner, printVerifier, signNote } from '../transparency/signed-note.ts';
import type { Log, SignedCheckpoint, SignedCheckpoints } from './ports.ts';
import type { TransparencyLog } from './transparency-log.ts';

interface Dependencies {
  readonly transparency: Pick<TransparencyLog, 'tree' | 'fault'>;
  readonly signer: NoteSigner;
  readonly signed: SignedCheckpoints;
  readonly log: Log;
}

const contradiction =
  'the log contradicts a checkpoint that was signed, so nothing is signed; put the files below log/ back as they were';

/**
 * Signs how far the log goes. What is signed is on the catalog's branch, and continues what was signed before: where it does not, the last
 * checkpoint stays.
 */
export class Checkpoints {
  readonly #dependencies: Dependencies;
  #last: SignedCheckpoint | undefined;
  #isContradicted = false;

  /** `last`: the last one that was signed, read before the log was. */
  constructor(last: SignedCheckpoint | undefined, dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#last = last;
    this.#judge(last);
  }

  /** Why nothing new is signed; undefined when all is well. */
  get fault(): string | undefined {
    return this.#dependencies.transparency.fault ?? (this.#isContradicted ? contradiction : undefined);
  }

  /** The key that verifies the checkpoints. */
  get verifier(): string {
    return printVerifier(this.#dependencies.signer);
  }

  /** The newest checkpoint, as a signed note; undefined when none was signed before something went wrong. */
  async newest(): Promise<string | undefined> {
    this.#judge(this.#last);
    if (this.fault !== undefined) return this.#last?.note;
    const { size } = this.#dependencies.transparency.tree;
    if (this.#last?.size !== size) await this.#sign(size);
    return this.#last?.note;
  }

  /** Remembers a checkpoint before anybody sees it. Where another process signed one of at least this size, that one stays. */
  async #sign(size: number): Promise<void> {
    const { transparency, signer, signed } = this.#dependencies;
    const root = transparency.tree.root(size);
    const note = signNote(printCheckpoint({ origin: signer.name, size, root }), signer);
    this.#last = await signed.remember(signer.name, { size, root, note });
    this.#judge(this.#last);
  }

  #judge(last: SignedCheckpoint | undefined): void {
    const { transparency, log } = this.#dependencies;
    const { tree } = transparency;
    const isContradicted =
      last !== undefined && (last.size > tree.size || !tree.root(last.size).equals(last.root));
    if (isContradicted && !this.#isContradicted) {
      log.error({ signed: last.size, size: tree.size }, contradiction);
    }
    this.#isContradicted = isContradicted;
  }
}
