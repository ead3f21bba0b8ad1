import { createHash } from 'node:crypto';
import type { CatalogChange, Rejects } from '../catalog-files/catalog-change.ts';
import type { DeclaredService, Observed } from '../domain/service.ts';
import type { ServiceChange } from '../domain/service-change.ts';
import { printServiceFile } from '../domain/service-file.ts';
import type { Snapshot } from '../domain/snapshot.ts';
import { Search, type SnapshotChange } from '../search/search.ts';
import type { ChangeLog, Clock, CommitInfo, KnownService, Log } from './ports.ts';

interface Dependencies {
  readonly changeLog: ChangeLog;
  readonly clock: Clock;
  readonly log: Log;
}

/** How many services are compared with the change log before other work gets its turn. */
const slice = 500;

/** Without a change for so long, the catalog counts as quiet. */
const quietMs = 5_000;

/** Holds the snapshot that every reader sees, and its search; replaced together, in one turn of the event loop. */
export class CatalogStore {
  readonly #dependencies: Dependencies;
  #snapshot: Snapshot;
  #search: Search;
  #isWorking = false;
  #quiet: NodeJS.Timeout | undefined;
  #rejects: Rejects;
  /** Changes since the start; a build holds those that were there when it began. */
  #changes = 0;
  #built = 0;
  /** When the present snapshot was made. */
  #loadedAt: Date;
  readonly #listeners: ((change: CatalogChange) => void)[] = [];

  /** `search` is over this very snapshot. */
  constructor(
    snapshot: Snapshot,
    rejects: Rejects,
    dependencies: Dependencies,
    search = new Search(snapshot),
  ) {
    this.#dependencies = dependencies;
    this.#snapshot = snapshot;
    this.#rejects = rejects;
    this.#search = search;
    this.#loadedAt = dependencies.clock();
    this.#changes = snapshot.version.unbuilt;
    this.#restLater(0);
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  get search(): Search {
    return this.#search;
  }

  /** Files that were left out, with the reasons. */
  get rejects(): Rejects {
    return this.#rejects;
  }

  get loadedAt(): Date {
    return this.#loadedAt;
  }

  get changes(): number {
    return this.#changes;
  }

  /** Calls back after every change that a build should take up, with what is declared anew. */
  onChange(listener: (change: CatalogChange) => void): void {
    this.#listeners.push(listener);
  }

  /** Shows a change to every reader from now on, and writes it to the change log. Whole or, where it rejects, not at all. */
  async publish(change: CatalogChange, version: CommitInfo): Promise<void> {
    const { put, removed, categories, rejects = this.#rejects } = change;
    const before = this.#snapshot;
    const count = put.length + removed.length + (categories ? 1 : 0);
    const changed = (categories ? before.withCategories(categories) : before).remove(removed).declare(put);
    const next = changed.at({ ...version, unbuilt: this.#changes + count - this.#built });
    this.#updateSearch(next, { put: put.flatMap(({ id }) => next.find(id) ?? []), removed });

    this.#snapshot = next;
    this.#changes += count;
    this.#rejects = rejects;
    this.#loadedAt = this.#dependencies.clock();
    void this.#workOnSearch();

    if (count > 0) for (const listener of this.#listeners) listener(change);
    await this.#record([
      ...removed.flatMap((id) => {
        const service = before.find(id)?.declared;
        return service ? [this.#change('deleted', knownOf(service), id)] : [];
      }),
      ...put.map((service) =>
        this.#change(before.find(service.id) ? 'updated' : 'created', knownOf(service), service.id),
      ),
    ]);
  }

  /** Shows to every reader from now on what was observed. */
  observe(observed: ReadonlyMap<string, Observed>): void {
    const before = this.#snapshot;
    this.#snapshot = before.observe(observed);
    const entries = [...observed.keys()].flatMap((id) => this.#snapshot.find(id) ?? []);
    this.#search.observe(this.#snapshot, entries);

    const isBuiltAlike = entries.every((entry) => {
      const known = before.find(entry.declared.id);
      return known && isShownAlike(entry.observed, known.observed);
    });
    if (!isBuiltAlike) for (const listener of this.#listeners) listener({ put: [], removed: [] });
  }

  /** Tells that a build now holds the catalog as it was after this many changes. */
  markBuilt(changes: number): void {
    this.#built = changes;
    this.#snapshot = this.#snapshot.at({ ...this.#snapshot.version, unbuilt: this.#changes - this.#built });
  }

  /** Writes to the change log what happened to the catalog while nobody watched. */
  async reconcile(): Promise<void> {
    try {
      await this.#reconcile();
    } catch (error) {
      this.#dependencies.log.error(
        { error },
        'the change log could not be read; changes made before this start are not in it',
      );
    }
  }

  /** Rebuilds an index that failed half-way through a change. @throws when that fails too; nothing is published then. */
  #updateSearch(next: Snapshot, change: SnapshotChange): void {
    try {
      this.#search.update(next, change);
    } catch (error) {
      this.#dependencies.log.error({ error }, 'the search index failed on a change; it is rebuilt');
      this.#search = new Search(next);
    }
  }

  /** Does what the search has left undone, in slices, so that answers never wait for all of it. */
  async #workOnSearch(): Promise<void> {
    this.#restLater(quietMs);
    if (this.#isWorking) return;

    this.#isWorking = true;
    await this.#inSlices(() => this.#search.work());
    this.#isWorking = false;
  }

  /** Once nothing has changed for a while, the search learns from what has. */
  #restLater(ms: number): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#inSlices(() => this.#search.rest()), ms);
    this.#quiet.unref();
  }

  async #inSlices(more: () => boolean): Promise<void> {
    try {
      while (more()) await new Promise((resolve) => setImmediate(resolve));
    } catch (error) {
      this.#dependencies.log.error({ error }, 'the search could not be put in order; its answers stay right');
    }
  }

  async #reconcile(): Promise<void> {
    const services = [...this.#snapshot.entries()].map(({ declared }) => declared);
    const listed = await this.#dependencies.changeLog.listed();
    const gone = [...listed].filter(([id]) => !this.#snapshot.find(id));
    await this.#record(gone.map(([id, known]) => this.#change('deleted', known, id)));

    for (let start = 0; start < services.length; start += slice) {
      // What changed in the meantime was written when it changed.
      const present = services
        .slice(start, start + slice)
        .filter((service) => this.#snapshot.find(service.id)?.declared === service);
      await this.#record(
        present.flatMap((service) => {
          const [known, now] = [listed.get(service.id), knownOf(service)];
          return known?.digest === now.digest
            ? []
            : [this.#change(known ? 'updated' : 'created', now, service.id)];
        }),
      );
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #change(kind: ServiceChange['kind'], { name, endpoint, digest }: KnownService, id: string): ServiceChange {
    const { commit } = this.#snapshot.version;

    return { at: this.#dependencies.clock(), kind, id, name, endpoint, digest, commit };
  }

  /** The catalog goes on without its history: what is declared is safe in git. */
  async #record(changes: readonly ServiceChange[]): Promise<void> {
    if (changes.length === 0) return;

    try {
      await this.#dependencies.changeLog.append(changes);
    } catch (error) {
      this.#dependencies.log.error({ error, changes: changes.length }, 'the change log could not be written');
    }
  }
}

/** Whether pages need not be built again: times and counts may wait for the next change. */
function isShownAlike(a: Observed, b: Observed): boolean {
  return a.status === b.status && a.trustScore === b.trustScore && a.chains.join() === b.chains.join();
}

function knownOf(service: DeclaredService): KnownService {
  const digest = createHash('sha256').update(printServiceFile(service)).digest('hex');

  return { name: service.name, endpoint: service.endpoint, digest };
}
