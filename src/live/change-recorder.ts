import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { Assets } from '../domain/asset.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { type CatalogStore, type Observation, unlisted } from './catalog-store.ts';
import type { ChangeFeed } from './change-feed.ts';
import { changeOf, deletionOf, loggedService } from './logged-change.ts';
import { isReportable, paymentsOf } from './visible-changes.ts';
import type { LoggedChange } from '../domain/logged-change.ts';
import type { MissedChanges } from './missed-changes.ts';
import type { Clock, Log } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'onChange' | 'onObserved'>;
  readonly feed: Pick<ChangeFeed, 'append'>;
  /** Finds out later what could not be written, or was written by others meanwhile. */
  readonly missed: Pick<MissedChanges, 'reconcileLater' | 'compareLater' | 'compare'>;
  readonly assets: Assets;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Writes every change of the catalog to the feed: declared ones, observed ones that readers see, and those of payments on request. Publishing
 * waits for it, so a registration is answered after its change is written. When a change cannot be written, the catalog goes on without
 * it, since git has every declaration, and it is written later. Where
 * servers share the feed, each writes what it sees, and the first one does.
 */
export class ChangeRecorder {
  readonly #dependencies: Dependencies;
  /** Services with payments that the feed does not tell of yet. */
  readonly #paid = new Set<string>();

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Records every change from now on. */
  start(): void {
    const { store } = this.#dependencies;
    store.onChange((change, before) => this.#append(this.#changesOf(change, before), before));
    store.onObserved((observations) => {
      void this.#append(this.#reported(observations));
    });
  }

  /** Writes which services were paid since the last time, unless another server did. */
  async reportPayments(): Promise<void> {
    const ids = [...this.#paid];
    this.#paid.clear();
    await this.#dependencies.missed.compare(ids);
  }

  #changesOf(change: CatalogChange, before: Snapshot): LoggedChange[] {
    const { store, assets } = this.#dependencies;
    const { snapshot } = store;
    const occasion = this.#occasion();
    const deleted = unlisted(change).flatMap((id) => {
      const entry = before.find(id);
      return entry ? [deletionOf(id, loggedService(entry, assets), snapshot.tombstone(id), occasion)] : [];
    });
    const written = change.put.flatMap(({ id }) => {
      const entry = snapshot.find(id);
      return entry ? [this.#change(kindOfWrite(id, before), entry)] : [];
    });

    return [...deleted, ...written];
  }

  #reported(observations: readonly Observation[]): LoggedChange[] {
    const reported = observations.filter(({ before, now }) => isReportable(before, now));
    for (const { before, now } of observations) {
      if (paymentsOf(before) !== paymentsOf(now)) this.#paid.add(now.declared.id);
    }
    for (const { now } of reported) this.#paid.delete(now.declared.id);

    return reported.map(({ now }) => this.#change('observed', now));
  }

  #change(kind: Parameters<typeof changeOf>[0], entry: Entry): LoggedChange {
    return changeOf(kind, entry, loggedService(entry, this.#dependencies.assets), this.#occasion());
  }

  #occasion() {
    const { store, clock } = this.#dependencies;

    return { at: clock(), commit: store.snapshot.version.commit };
  }

  async #append(changes: readonly LoggedChange[], before = this.#dependencies.store.snapshot): Promise<void> {
    if (changes.length === 0) return;

    const { feed, missed, log } = this.#dependencies;
    try {
      missed.compareLater(await feed.append(changes, before.version.commit));
    } catch (error) {
      log.error(
        { error, changes: changes.length },
        'changes could not be written to the feed; they follow later',
      );
      missed.reconcileLater();
    }
  }
}

function kindOfWrite(id: string, before: Snapshot): 'created' | 'updated' | 'restored' {
  if (before.find(id)) return 'updated';
  return before.tombstone(id) ? 'restored' : 'created';
}
