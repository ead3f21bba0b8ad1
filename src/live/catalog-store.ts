import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { Facts } from '../domain/facts.ts';
import type { Observed } from '../domain/service.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { Search } from '../search/search.ts';
import { observedOf } from './observations.ts';
import type { Clock, CommitInfo, Log } from './ports.ts';

/** Called in the same turn of the event loop in which a change is published; `before` is the snapshot that it replaced. */
type Listener = (change: CatalogChange, before: Snapshot) => void | Promise<void>;

interface Dependencies {
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Holds the snapshot that every reader sees, and its search; both are replaced in one turn of the event loop. A listener that throws
 * neither undoes nor hides what is published.
 */
export class CatalogStore {
  readonly #dependencies: Dependencies;
  #snapshot: Snapshot;
  #search: Search;
  #loadedAt: Date;
  readonly #listeners: Listener[] = [];

  /** `search` must be over this very snapshot. */
  constructor(snapshot: Snapshot, dependencies: Dependencies, search = new Search(snapshot)) {
    this.#dependencies = dependencies;
    this.#snapshot = snapshot;
    this.#search = search;
    this.#loadedAt = dependencies.clock();
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get search(): Search {
    return this.#search;
  }

  /** When a change was last published. */
  get loadedAt(): Date {
    return this.#loadedAt;
  }

  /**
   * Calls `listener` after every change of services or categories, and, with an empty change, when a status, a score or chains were
   * observed to differ. A new commit alone is no change.
   */
  onChange(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /**
   * Shows a change to every reader from now on. Resolves when every listener is done with it. Publishes the whole change or, where it
   * rejects, nothing.
   */
  async publish(change: CatalogChange, version: CommitInfo): Promise<void> {
    const { put, removed, categories } = change;
    const before = this.#snapshot;
    const changed = (categories ? before.withCategories(categories) : before).remove(removed).declare(put);
    const count = changesIn(change);
    const next = changed.at({ ...version, unbuilt: before.version.unbuilt + count });
    const entries = put.flatMap(({ id }) => next.find(id) ?? []);

    this.#updateSearch(next, (search) => {
      search.update(next, { put: entries, removed });
    });
    this.#snapshot = next;
    this.#loadedAt = this.#dependencies.clock();
    if (count > 0) await this.#notify(change, before);
  }

  /**
   * Shows to every reader from now on what a source found out about services. Facts from other sources stay as they are, and services
   * that are not listed are left out.
   */
  observe(found: ReadonlyMap<string, Partial<Facts>>): void {
    const before = this.#snapshot;
    const observed = [...found].flatMap(([id, facts]) => {
      const known = before.find(id)?.observed;
      return known ? [{ id, known, now: observedOf({ ...known.facts, ...facts }) }] : [];
    });
    const next = before.observe(new Map(observed.map(({ id, now }) => [id, now])));
    const entries = observed.flatMap(({ id }) => next.find(id) ?? []);

    this.#updateSearch(next, (search) => {
      search.observe(next, entries);
    });
    this.#snapshot = next;
    if (!observed.every(({ known, now }) => isShownAlike(known, now))) {
      void this.#notify({ put: [], removed: [] }, before);
    }
  }

  /** Sets how many changes the last build of the site lacks. */
  setUnbuilt(unbuilt: number): void {
    this.#snapshot = this.#snapshot.at({ ...this.#snapshot.version, unbuilt });
  }

  /** Replaces a search that failed half-way, since it would hide services. @throws when that fails too; nothing is published then. */
  #updateSearch(next: Snapshot, update: (search: Search) => void): void {
    try {
      update(this.#search);
    } catch (error) {
      this.#dependencies.log.error({ error }, 'the search index failed on a change; it is rebuilt');
      this.#search = new Search(next);
    }
  }

  async #notify(change: CatalogChange, before: Snapshot): Promise<void> {
    const { log } = this.#dependencies;
    const call = async (listener: Listener): Promise<void> => {
      try {
        await listener(change, before);
      } catch (error) {
        log.error({ error }, 'a part of the server could not follow a change of the catalog');
      }
    };

    await Promise.all(this.#listeners.map(call));
  }
}

/** How many changes a build counts in this one: its services, and the categories together. */
export function changesIn({ put, removed, categories }: CatalogChange): number {
  return put.length + removed.length + (categories ? 1 : 0);
}

/** Whether pages may stay as they are: times and counts can wait for the next change. */
function isShownAlike(a: Observed, b: Observed): boolean {
  return a.status === b.status && a.trustScore === b.trustScore && a.chains.join() === b.chains.join();
}
