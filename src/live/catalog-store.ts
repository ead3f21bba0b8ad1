import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { Assets } from '../domain/asset.ts';
import type { CommitInfo } from '../domain/commit.ts';
import type { Facts } from '../domain/facts.ts';
import type { DeclaredService, Observed } from '../domain/service.ts';
import type { Entry, Snapshot } from '../domain/snapshot.ts';
import { subjectOf } from '../domain/subject.ts';
import { Search } from '../search/search.ts';
import { hasSameListing, changesPages } from './visible-changes.ts';
import { observedAfter, observedOf, withoutFormerOffers } from './observations.ts';
import type { Clock, Log } from './ports.ts';

/** Runs in the same turn of the event loop as the publish; `before` is the replaced snapshot. */
type Listener = (change: CatalogChange, before: Snapshot) => void | Promise<void>;

export interface Observation {
  readonly before: Entry;
  readonly now: Entry;
}

/** Runs in the same turn of the event loop as the observations; must not throw. */
type Observer = (observations: readonly Observation[]) => void;

interface Dependencies {
  readonly clock: Clock;
  readonly log: Log;
  readonly assets?: Assets;
}

/**
 * Holds the snapshot that every reader sees, and its search; replaces both in one turn of the event loop. A listener that throws
 * does not undo a publish.
 */
export class CatalogStore {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #assets: Dependencies['assets'];
  #snapshot: Snapshot;
  readonly #search: Search;
  #loadedAt: Date;
  #shownAt: Date;
  #lists: object = {};
  readonly #listeners = new Set<Listener>();
  readonly #observers: Observer[] = [];

  /** `search` must be an index of exactly this snapshot. */
  constructor(snapshot: Snapshot, { clock, log, assets }: Dependencies, search = new Search(snapshot)) {
    this.#clock = clock;
    this.#log = log;
    this.#assets = assets;
    this.#snapshot = snapshot;
    this.#search = search;
    this.#loadedAt = clock();
    this.#shownAt = this.#loadedAt;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get search(): Search {
    return this.#search;
  }

  /**
   * Stands for all lists and searches: another object as soon as one of them may change. Most checks find what the ones before found, and
   * leave it, so answers that are cached with it outlive the snapshots of these checks.
   */
  get lists(): object {
    return this.#lists;
  }

  /** When a change was last published. */
  get loadedAt(): Date {
    return this.#loadedAt;
  }

  /** Since when readers see the present state of the services: the last change or observation that they can see, or the start. */
  get shownAt(): Date {
    return this.#shownAt;
  }

  /**
   * Calls `listener` after every change of services or categories, and, with an empty change, when observations changed what readers
   * notice. A new commit alone is no change. Returns what ends that.
   */
  onChange(listener: Listener): () => void {
    this.#listeners.add(listener);

    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Calls `observer` after observations, whatever they changed. */
  onObserved(observer: Observer): void {
    this.#observers.push(observer);
  }

  /**
   * Publishes a change to all readers, and resolves when every listener is done with it. Publishes the whole change or, if it
   * rejects, nothing of it. No reader sees a service with what checks found of another subject.
   */
  async publish(change: CatalogChange, version: CommitInfo): Promise<void> {
    const { put, removed, buried, categories } = change;
    const before = this.#snapshot;
    const recategorized = categories ? before.withCategories(categories) : before;
    const remaining = recategorized.remove(removed).bury(buried);
    const changed = remaining.declare(put).observe(this.#observedAnew(put, remaining));
    const count = changesIn(change);
    const next = changed.at({ ...version, unbuilt: before.version.unbuilt + count });
    const entries = put.flatMap(({ id }) => next.find(id) ?? []);

    this.#search.update(next, { put: entries, removed: unlisted(change) });
    this.#snapshot = next;
    this.#lists = {};
    this.#loadedAt = this.#clock();
    this.#shownAt = this.#loadedAt;
    if (count > 0) await this.#notify(change, before);
  }

  /**
   * Publishes what one source, like checks or payments, found out about services. Leaves facts from other sources as they are, and ignores
   * services that are not listed, and what checks found of another subject.
   */
  observe(found: ReadonlyMap<string, Partial<Facts>>): void {
    const before = this.#snapshot;
    const observed = [...found].flatMap(([id, facts]): [string, Observed][] => {
      const entry = before.find(id);
      if (!entry || isOfAnotherSubject(facts, entry)) return [];
      const { declared, observed: known } = entry;
      const now = withoutFormerOffers({ ...known.facts, ...facts }, declared);
      return [[id, observedOf(now, declared, this.#assets)]];
    });
    const next = before.observe(new Map(observed));
    const observations = observed.flatMap(([id]) => observationOf(id, before, next) ?? []);
    const entries = observations.map(({ now }) => now);

    this.#search.observe(next, entries);
    this.#snapshot = next;
    if (observations.some(({ before, now }) => !hasSameListing(before, now))) this.#lists = {};
    for (const observer of this.#observers) observer(observations);
    if (observations.some(({ before, now }) => changesPages(before, now))) {
      this.#shownAt = this.#clock();
      void this.#notify({ put: [], removed: [], buried: [] }, before);
    }
  }

  /** Says that the search may rank in another order from now on. */
  rankAnew(): void {
    this.#lists = {};
  }

  /** Sets the number of changes that the last build of the site lacks. */
  setUnbuilt(unbuilt: number): void {
    this.#snapshot = this.#snapshot.at({ ...this.#snapshot.version, unbuilt });
  }

  /** The observations that remain valid for changed declarations. */
  #observedAnew(put: readonly DeclaredService[], before: Snapshot): Map<string, Observed> {
    return new Map(
      put.flatMap((declared) => {
        const entry = before.find(declared.id);
        return entry ? [[declared.id, observedAfter(entry, declared, this.#assets)]] : [];
      }),
    );
  }

  async #notify(change: CatalogChange, before: Snapshot): Promise<void> {
    const call = async (listener: Listener): Promise<void> => {
      try {
        await listener(change, before);
      } catch (error) {
        this.#log.error({ error }, 'a listener failed on a change of the catalog');
      }
    };

    await Promise.all(Array.from(this.#listeners, call));
  }
}

/** Whether a service changed its subject while what was found of it was recorded. */
function isOfAnotherSubject({ subject = null }: Partial<Facts>, entry: Entry): boolean {
  return subject !== null && subject !== subjectOf(entry.declared);
}

/** The number of changes as builds count them: one for each service, and one for all categories together. */
export function changesIn({ put, removed, buried, categories }: CatalogChange): number {
  return put.length + removed.length + buried.length + (categories ? 1 : 0);
}

/** The ids of the services that a change takes out of the catalog. */
export function unlisted({ removed, buried }: Pick<CatalogChange, 'removed' | 'buried'>): string[] {
  return [...removed, ...buried.map(({ id }) => id)];
}

function observationOf(id: string, before: Snapshot, next: Snapshot): Observation | undefined {
  const [known, now] = [before.find(id), next.find(id)];

  return known && now && { before: known, now };
}
