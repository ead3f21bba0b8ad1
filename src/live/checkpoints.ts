import { printCheckpoint } from '../transparency/checkpoint.ts';
import { type NoteSigner, printVerifier, signNote } from '../transparency/signed-note.ts';
import type { Log, SignedCheckpoint, SignedCheckpoints } from './ports.ts';
import type { TransparencyLog } from './transparency-log.ts';
import type { Witnesses } from './witnesses.ts';

interface Dependencies {
  readonly transparency: Pick<TransparencyLog, 'tree' | 'fault'>;
  readonly signer: NoteSigner;
  readonly signed: SignedCheckpoints;
  readonly log: Log;
  readonly witnesses?: Pick<Witnesses, 'ask' | 'cosigned'> | undefined;
}

const contradiction =
  'the log contradicts a checkpoint that was signed, so nothing is signed; put the files below log/ back as they were';

/** How often to look for a checkpoint that lacks cosignatures. Witnesses are asked about each only once, unless they fail. */
const askEveryMs = 1000;

/**
 * Signs how far the log goes. What is signed is on the catalog's branch, and continues what was signed before: where it does not, the last
 * checkpoint stays.
 */
export class Checkpoints {
  readonly #dependencies: Dependencies;
  #last: SignedCheckpoint | undefined;
  #isContradicted = false;
  /** Pulls what others committed; undefined where nobody else signs. */
  #pull: (() => Promise<void>) | undefined;
  #asking: NodeJS.Timeout | undefined;
  /** Whether the branch may hold entries that are not known here. */
  #isBehind: boolean;

  /** `last`: the last one that was signed, read before the log was. `isBehind`: whether the log may go on at a remote. */
  constructor(last: SignedCheckpoint | undefined, dependencies: Dependencies, isBehind = false) {
    this.#dependencies = dependencies;
    this.#last = last;
    this.#isBehind = isBehind;
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

  /** The newest checkpoint, as a signed note, cosigned as far as it is; undefined when none was signed before something went wrong. */
  async newest(): Promise<string | undefined> {
    const last = await this.#newest();
    return last && (this.#dependencies.witnesses?.cosigned(last.note) ?? last.note);
  }

  /** Asks the witnesses to cosign the newest checkpoint, those that are due. Resolves when all of them answered or failed. */
  async askWitnesses(): Promise<void> {
    const { transparency, witnesses } = this.#dependencies;
    const last = await this.#newest();
    // A proof takes the hashes of all entries that were signed.
    const isKnown = last && this.fault === undefined && last.size <= transparency.tree.size;
    if (isKnown) await witnesses?.ask(last, transparency.tree);
  }

  /** Asks them from now on. A fault of the database, which `/health` reports by itself, is over by a later time. */
  start(): void {
    if (!this.#dependencies.witnesses) return;

    const ask = (): void => void this.askWitnesses().catch(() => undefined);
    this.#asking = setInterval(ask, askEveryMs).unref();
  }

  stop(): void {
    clearInterval(this.#asking);
  }

  async #newest(): Promise<SignedCheckpoint | undefined> {
    await this.#catchUp();
    this.#judge(this.#last);
    if (this.fault !== undefined) return this.#last;
    const { size } = this.#dependencies.transparency.tree;
    if ((this.#last?.size ?? -1) < size) await this.#sign(size);
    return this.#last;
  }

  /** Other servers sign, too: `pull` brings the entries that they signed. */
  followBy(pull: () => Promise<void>): void {
    this.#pull = pull;
  }

  /** Pulls where another server signed more entries than are known here. While it cannot, nobody knows whether they are on the branch. */
  async #catchUp(): Promise<void> {
    const { transparency, log } = this.#dependencies;
    if (!this.#pull || !this.#last || this.#last.size <= transparency.tree.size) return;

    try {
      await this.#pull();
      this.#isBehind = false;
    } catch (error) {
      if (!this.#isBehind) log.warn({ error }, 'entries that another server signed could not be pulled');
      this.#isBehind = true;
    }
  }

  /** Remembers a checkpoint before anybody sees it. Where another process signed one of at least this size, or of another past, that one stays. */
  async #sign(size: number): Promise<void> {
    const { transparency, signer, signed } = this.#dependencies;
    const root = transparency.tree.root(size);
    const note = signNote(printCheckpoint({ origin: signer.name, size, root }), signer);
    this.#last = await signed.remember(signer.name, { size, root, note }, (last) => this.#isContinued(last));
    await this.#catchUp();
    this.#judge(this.#last);
  }

  #judge(last: SignedCheckpoint | undefined): void {
    const { transparency, log } = this.#dependencies;
    const isContradicted = last !== undefined && !this.#agrees(last);
    if (isContradicted && !this.#isContradicted) {
      log.error({ signed: last.size, size: transparency.tree.size }, contradiction);
    }
    this.#isContradicted = isContradicted;
  }

  #agrees({ size, root }: SignedCheckpoint): boolean {
    const { tree } = this.#dependencies.transparency;

    return size > tree.size ? this.#isBehind : tree.root(size).equals(root);
  }

  #isContinued({ size, root }: SignedCheckpoint): boolean {
    const { tree } = this.#dependencies.transparency;

    return size <= tree.size && tree.root(size).equals(root);
  }
}
