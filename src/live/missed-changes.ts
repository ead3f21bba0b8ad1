import type { Assets } from '../domain/asset.ts';
import type { Entry } from '../domain/snapshot.ts';
import { slicesOf } from '../domain/slices.ts';
import { filesById } from '../domain/service-version.ts';
import type { Tombstone } from '../domain/tombstone.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { commitsAfter } from './change-seed.ts';
import { changeOf, deletionOf, digestsOf, loggedService } from './logged-change.ts';
import type { LoggedChange, LoggedService } from '../domain/logged-change.ts';
import type { ChangeLog, Clock, CommitHistory, Log } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot'>;
  readonly changeLog: Pick<ChangeLog, 'begin' | 'listed' | 'listedIds' | 'removed' | 'state' | 'note'>;
  readonly feed: Pick<ChangeFeed, 'append' | 'isCurrent'>;
  readonly history: Pick<CommitHistory, 'extent' | 'commits'>;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly log: Log;
}

/** The records of some services in the change log before. */
interface Known {
  readonly listed: ReadonlyMap<string, LoggedService>;
  /** Whether a service that it does not know was there before the feed began, so that the history of git has it. */
  readonly isOlder: (id: string) => boolean;
}

/** Services compared with the change log before yielding to the event loop. */
const slice = 500;

/** Pause before a comparison that is due to a fault. */
const retryMs = 5_000;

/** Pause before services are compared that others changed meanwhile: until then this server has taken that in. */
const soonMs = 500;

/** Finds the changes that the feed lacks, and writes them: those made while no server ran, and those that could not be written. */
export class MissedChanges {
  readonly #dependencies: Dependencies;
  #retry: NodeJS.Timeout | undefined;
  /** Services to be compared soon. */
  readonly #soon = new Set<string>();
  #comparison: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns what is left of services that were removed without a tombstone. */
  async reconcile(): Promise<readonly Tombstone[]> {
    try {
      return await this.#reconcile();
    } catch (error) {
      if (this.#isStopped) return [];
      this.#dependencies.log.error(
        { error },
        'the feed could not be compared with the catalog; this is tried again in a few seconds',
      );
      this.reconcileLater();
      return [];
    }
  }

  reconcileLater(): void {
    this.#retry ??= setTimeout(() => {
      this.#retry = undefined;
      void this.reconcile();
    }, retryMs).unref();
  }

  /** Compares some services, and writes what the feed lacks of them. Never rejects: what fails is found later. */
  async compare(ids: readonly string[]): Promise<void> {
    const { feed, log } = this.#dependencies;
    if (ids.length === 0) return;

    try {
      if (!(await feed.isCurrent())) {
        this.compareLater(ids);
        return;
      }
      const known = await this.#known();
      await this.#appendDeletions(ids);
      await this.#recordPresent(ids, known);
    } catch (error) {
      if (this.#isStopped) return;
      log.error(
        { error },
        'services could not be compared with the feed; this is tried again in a few seconds',
      );
      this.reconcileLater();
    }
  }

  compareLater(ids: readonly string[]): void {
    for (const id of ids) this.#soon.add(id);
    if (this.#soon.size === 0) return;

    this.#comparison ??= setTimeout(() => {
      this.#comparison = undefined;
      const now = [...this.#soon];
      this.#soon.clear();
      void this.compare(now);
    }, soonMs).unref();
  }

  /** Stops a running comparison; the next start repeats it. */
  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    clearTimeout(this.#comparison);
  }

  async #reconcile(): Promise<readonly Tombstone[]> {
    const { store, changeLog, feed } = this.#dependencies;
    // Changes of others that this server does not show yet are not missing in the feed.
    if (!(await feed.isCurrent())) {
      this.reconcileLater();
      return [];
    }

    const known = await this.#known();
    const { snapshot } = store;
    await this.#recordDeleted();

    for (const ids of slicesOf(snapshot.ids(), slice)) {
      if (this.#isStopped) return [];
      await this.#recordPresent(ids, known);
      await new Promise((resolve) => setImmediate(resolve));
    }

    const removed = await changeLog.removed();
    return removed.filter(({ id }) => !store.snapshot.find(id) && !store.snapshot.tombstone(id));
  }

  async #known(): Promise<Omit<Known, 'listed'>> {
    const { store, changeLog } = this.#dependencies;
    const begin = await changeLog.begin(store.snapshot.version.commit);
    const { isSeeded } = await changeLog.state();
    if (isSeeded) return { isOlder: () => false };

    const changed = await this.#changedSince(begin);
    return { isOlder: (id) => !changed.has(id) };
  }

  async #changedSince(begin: string): Promise<ReadonlySet<string>> {
    const { history } = this.#dependencies;
    const { head, unfetched } = await history.extent();
    const ids = new Set(unfetched.flatMap((commit) => [...filesById(commit).keys()]));
    if (head === undefined) return ids;

    for await (const commit of commitsAfter(history, begin, head)) {
      for (const id of filesById(commit).keys()) ids.add(id);
    }
    return ids;
  }

  async #recordDeleted(): Promise<void> {
    const { changeLog } = this.#dependencies;
    for (let after = '', isLast = false; !isLast;) {
      const ids = await changeLog.listedIds(after, slice);
      await this.#appendDeletions(ids);
      isLast = ids.length < slice;
      after = ids.at(-1) ?? after;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  async #appendDeletions(ids: readonly string[]): Promise<void> {
    const { store, changeLog } = this.#dependencies;
    const gone = await changeLog.listed(ids.filter((id) => !store.snapshot.find(id)));
    const { snapshot } = store;
    await this.#append(
      Array.from(gone, ([id, service]) => deletionOf(id, service, snapshot.tombstone(id), this.#occasion())),
    );
  }

  async #recordPresent(ids: readonly string[], known: Omit<Known, 'listed'>): Promise<void> {
    const { store, changeLog, assets } = this.#dependencies;
    const changes: LoggedChange[] = [];
    const noted = new Map<string, LoggedService>();
    const { snapshot } = store;
    const listed = await changeLog.listed(ids);
    for (const entry of ids.flatMap((id) => snapshot.find(id) ?? [])) {
      // Whatever changed while the log was read is written by the one who changed it.
      if (store.snapshot.find(entry.declared.id) !== entry) continue;
      const step = missing(entry, { ...known, listed });
      if (!step) continue;
      const service = loggedService(entry, assets);
      if (step === 'note') noted.set(entry.declared.id, service);
      else changes.push(changeOf(step, entry, service, this.#occasion()));
    }

    await this.#append(changes);
    if (noted.size > 0) await changeLog.note(noted);
  }

  #occasion() {
    const { store, clock } = this.#dependencies;

    return { at: clock(), commit: store.snapshot.version.commit };
  }

  async #append(changes: readonly LoggedChange[]): Promise<void> {
    const { store, feed } = this.#dependencies;
    if (changes.length > 0) this.compareLater(await feed.append(changes, store.snapshot.version.commit));
  }
}

/** The change that the feed lacks of a service; `note` where the change log only has to know of it. */
function missing(entry: Entry, { listed, isOlder }: Known) {
  const { id } = entry.declared;
  const [before, now] = [listed.get(id), digestsOf(entry)];

  if (!before && isOlder(id)) return 'note';
  if (!before) return 'created';
  if (before.digest !== now.digest) return 'updated';
  if (before.seen === now.seen) return undefined;
  return before.seen === null ? 'note' : 'observed';
}
