import type PQueue from 'p-queue';
import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import { CatalogMoved, CommitFailure } from '../domain/commit.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { Tenure } from './leases.ts';
import type { Clock, Log, Repository } from './ports.ts';
import type { TransparencyLog } from './transparency-log.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'publish'>;
  readonly transparency: TransparencyLog;
  readonly repository: Repository;
  /** The writer lock of the catalog. */
  readonly writer: PQueue;
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
}

/** Others may still be at it. */
const patienceMs = 5_000;

/** Pause after a commit that failed: mirrors take what the log lacks for half a minute for a fault. */
const retryMs = 10_000;

const nothing: CatalogChange = { put: [], removed: [], buried: [] };

/** Commits the entries of changes that others made: by a merge, by an editor, or while no server ran. */
export class LogUpkeep {
  readonly #dependencies: Dependencies;
  #timer: NodeJS.Timeout | undefined;
  /** While this server commits for all. */
  #tenure: Tenure | undefined;
  #committing: Promise<void> = Promise.resolve();

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

  /** Finds what the log does not tell of, and commits that and what follows, until `stop`. */
  async start(tenure: Tenure): Promise<void> {
    const { transparency, store } = this.#dependencies;
    this.#tenure = tenure;
    await transparency.reconcile(store.snapshot);
    await this.#commit();
  }

  /** Commits no more. Resolves when the commit is over that is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer);
    this.#tenure = undefined;
    await this.#committing;
  }

  #commitAfter(ms: number): void {
    const { transparency, stopping } = this.#dependencies;
    if (transparency.owed === 0 || stopping.aborted || !this.#tenure) return;

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
      while (this.#tenure?.isHeld && transparency.owed > 0 && transparency.fault === undefined) {
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
    const { store, transparency, repository, clock } = this.#dependencies;
    if (!this.#tenure?.isHeld) return;

    await transparency.prepare(store.snapshot);
    const now = clock();
    const draft = transparency.draft(nothing, store.snapshot, now);
    if (draft.lines.length === 0) return;

    const version = await repository.commit(draft.files, 'Log who is paid\n', now);
    transparency.append(draft);
    await store.publish(nothing, version);
  }
}
