import type PQueue from 'p-queue';
import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import { CatalogMoved, CommitFailure } from '../domain/commit.ts';
import { recordDigest } from '../outcomes/record.ts';
import { type OutcomeEntry, serviceDigest } from '../transparency/entry.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Tenure } from './duty.ts';
import type { Clock, Log, OutcomeStore, Repository } from './ports.ts';
import type { TransparencyLog } from './transparency-log.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'publish'>;
  readonly transparency: TransparencyLog;
  readonly repository: Repository;
  readonly outcomes: Pick<OutcomeStore, 'unlogged' | 'noteLogged'>;
  readonly writer: PQueue;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Another process may still be writing. */
const patienceMs = 5_000;

/** Pause after a commit that failed: mirrors take what the log lacks for half a minute for a fault. */
const retryMs = 10_000;

const nothing: CatalogChange = { put: [], removed: [], buried: [] };

/** Records of outcomes whose entries are committed together. */
const maxRecords = 1_000;

interface OwedRecord {
  readonly id: string;
  readonly entry: OutcomeEntry;
}

/** Commits the entries of changes that others made: by a merge, by an editor, or while no server ran. And those of what buyers say. */
export class LogMaintenance {
  readonly #dependencies: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  /** Set while this server commits the entries for all servers. */
  #tenure: Tenure | undefined;
  #committing: Promise<void> = Promise.resolve();
  /** Digests of records that the log has, although they are not noted as logged. */
  #logged: ReadonlySet<string> = new Set();
  #mayLackRecords = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Looks at files of the log that somebody may have changed; the caller holds the writer lock. */
  async look(changed: ReadonlySet<string> | 'all'): Promise<void> {
    const { transparency, log } = this.#dependencies;
    const before = transparency.fault;
    await transparency.look(changed);
    const { fault } = transparency;
    if (fault !== undefined && fault !== before) log.error({ fault }, 'the transparency log is damaged');
    if (fault === undefined && before !== undefined) this.#commitAfter(patienceMs);
  }

  /** Reads the entries of a commit that others made; the caller holds the writer lock. */
  readOn(): Promise<void> {
    return this.#dependencies.transparency.readOn();
  }

  /** Notes a change, whose entries may follow. */
  owe(change: CatalogChange, before: Snapshot): void {
    this.#dependencies.transparency.owe(change, before);
    this.#commitAfter(patienceMs);
  }

  /** Notes that there are records of outcomes, whose entries may follow. */
  oweRecords(): void {
    this.#mayLackRecords = true;
    this.#commitAfter(patienceMs);
  }

  /** Finds what the log does not tell of, and commits that and what follows, until `stop`. */
  async start(tenure: Tenure): Promise<void> {
    const { transparency, store } = this.#dependencies;
    this.#tenure = tenure;
    this.#logged = await transparency.reconcile(store.snapshot);
    this.#mayLackRecords = true;
    await this.#commit();
  }

  /** Commits no more. Resolves when the commit is over that is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#tenure = undefined;
    await this.#committing;
  }

  get #isOwing(): boolean {
    return this.#mayLackRecords || this.#dependencies.transparency.owed > 0;
  }

  #commitAfter(ms: number): void {
    if (!this.#isOwing || this.#dependencies.stopping.aborted || !this.#tenure) return;

    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#commit(), ms).unref();
  }

  async #commit(): Promise<void> {
    this.#committing = this.#commitOwed();
    await this.#committing;
  }

  async #commitOwed(): Promise<void> {
    const { repository, transparency, writer, stopping, log } = this.#dependencies;
    try {
      while (this.#tenure?.isHeld && this.#isOwing && transparency.fault === undefined) {
        await repository.ready(stopping);
        await writer.add(() => this.#commitLocked());
        if (stopping.aborted) return;
      }
    } catch (error) {
      const isExpected = error instanceof CommitFailure || error instanceof CatalogMoved;
      log[isExpected ? 'warn' : 'error'](
        { error },
        'entries of the log could not be committed; they follow later',
      );
      this.#commitAfter(retryMs);
    }
  }

  async #commitLocked(): Promise<void> {
    const { store, transparency, repository, outcomes, clock } = this.#dependencies;
    if (!this.#tenure?.isHeld) return;

    await transparency.prepare(store.snapshot);
    const now = clock();
    const records = await this.#owedRecords();
    const further = records.map(({ entry }) => entry);
    const draft = transparency.draft(nothing, store.snapshot, now, further);
    if (draft.lines.length === 0) return;

    const subject = records.length === 0 ? 'Log who is paid' : 'Log what buyers say';
    const version = await repository.commit(draft.files, `${subject}\n`, now);
    transparency.append(draft);
    await store.publish(nothing, version);
    const earlier = this.#mayLackRecords ? this.#logged : [];
    this.#logged = new Set([...earlier, ...records.map(({ entry }) => entry.outcome)]);
    await outcomes.noteLogged(records.map(({ id }) => id));
  }

  /** The next records without an entry. A crash may have come between an entry and the note that it is there. */
  async #owedRecords(): Promise<OwedRecord[]> {
    const { outcomes } = this.#dependencies;
    const unlogged = (await outcomes.unlogged(maxRecords)).map(({ record }): OwedRecord => {
      const { id, at, service } = record;
      return { id, entry: { at, service: serviceDigest(service), outcome: recordDigest(record) } };
    });
    const isLogged = ({ entry }: OwedRecord): boolean => this.#logged.has(entry.outcome);
    await outcomes.noteLogged(unlogged.filter(isLogged).map(({ id }) => id));
    this.#mayLackRecords = unlogged.length === maxRecords;
    return unlogged.filter((owed) => !isLogged(owed));
  }
}
