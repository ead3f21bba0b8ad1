import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from './change-feed.ts';
import { type MirrorFolder, openMirrorFolder } from './mirror-folder.ts';
import type { Format, MirrorState } from './state.ts';
import type { AppliedBatch, AppliedChange, Difference, Store } from './store.ts';
import type { TakenExport } from './take-export.ts';

type Progress = Partial<Omit<MirrorState, 'version' | 'from' | 'format' | 'services' | 'lastVisit'>>;

interface Options {
  readonly from: URL;
  readonly format: Format | undefined;
  readonly now: () => Date;
}

const shortestRestMs = 500;
const longestRestMs = 30_000;

/**
 * The copy of a catalog in a folder, and where it stands. Services are written first, then the user of the mirror gets the batch, and the
 * state follows: what a crash cuts off is applied and handed over once more.
 */
export class Copy {
  readonly #folder: MirrorFolder;
  readonly #now: () => Date;
  #state: MirrorState;
  #services: number;
  #lastMs = 0;
  readonly #totals: Record<Difference, number> = { created: 0, updated: 0, removed: 0 };

  private constructor(folder: MirrorFolder, state: MirrorState, services: number, now: () => Date) {
    this.#folder = folder;
    this.#now = now;
    this.#state = state;
    this.#services = services;
  }

  /** Opens the copy in a folder, for this process alone. @throws {MirrorFault} */
  static async open(to: string, options: Options): Promise<Copy> {
    const folder = await openMirrorFolder(to, options);
    try {
      // Counted again, since a crash may have come between the services and the state.
      return new Copy(folder, folder.state ?? freshState(options), await folder.store.count(), options.now);
    } catch (error) {
      folder.close();
      throw error;
    }
  }

  get state(): MirrorState {
    return this.#state;
  }

  /** How many services it holds. */
  get size(): number {
    return this.#services;
  }

  /**
   * How long to rest before changes are applied again, so that a busy catalog is not asked more often than it allows. One file of all
   * services is rewritten each time: there, the rest is ten times as long as that took.
   */
  get restMs(): number {
    return Math.max(
      shortestRestMs,
      this.#state.format === 'ndjson' ? Math.min(10 * this.#lastMs, longestRestMs) : 0,
    );
  }

  /** How many services this visit created, updated and removed. */
  get totals(): Readonly<Record<Difference, number>> {
    return this.#totals;
  }

  get folder(): string {
    return this.#folder.path;
  }

  get exportPath(): string {
    return join(this.#folder.path, 'export.draft');
  }

  /** Where the record of what buyers say is. */
  get outcomesPath(): string {
    return join(this.#folder.path, 'outcomes.ndjson');
  }

  services(): ReturnType<Store['services']> {
    return this.#folder.store.services();
  }

  /** Applies changes of the feed; the state stays until `save`. */
  async apply({ changes, next }: Page): Promise<AppliedBatch> {
    const latest = new Map(changes.map(({ id, service }) => [id, service]));
    const begun = performance.now();
    const effects = await this.#folder.store.apply(latest);
    this.#lastMs = performance.now() - begun;
    this.#count(effects.values());

    return {
      source: 'changes',
      changes: changes.map(({ id, kind, at, commit, reason }) => {
        return {
          id,
          effect: effects.get(id) ?? 'same',
          kind,
          at,
          commit,
          reason: reason ?? null,
          service: latest.get(id) ?? null,
        };
      }),
      services: this.#services,
      cursor: next,
      commit: changes.at(-1)?.commit ?? this.#state.commit,
      isFirst: false,
    };
  }

  /** Becomes the same as the export in `exportPath`; the state is incomplete until `save`. */
  async replace({ cursor, commit }: Pick<TakenExport, 'cursor' | 'commit'>): Promise<AppliedBatch> {
    const isFirst = !this.#state.complete;
    await this.save({ complete: false });
    const differences = await this.#folder.store.replace(this.exportPath);
    this.#count(differences.values());

    return {
      source: 'export',
      changes: Array.from(differences, ([id, effect]) => fromExport(id, effect)),
      services: this.#services,
      cursor,
      commit,
      isFirst,
    };
  }

  async save(progress: Progress): Promise<void> {
    const lastVisit = this.#now().toISOString();
    this.#state = { ...this.#state, ...progress, services: this.#services, lastVisit };
    await this.#folder.save(this.#state);
  }

  async close(): Promise<void> {
    try {
      await rm(this.exportPath, { force: true });
    } finally {
      this.#folder.close();
    }
  }

  #count(effects: Iterable<Difference | 'same'>): void {
    for (const effect of effects) {
      if (effect !== 'same') this.#totals[effect] += 1;
      if (effect === 'created') this.#services += 1;
      if (effect === 'removed') this.#services -= 1;
    }
  }
}

function freshState({ from, format = 'files', now }: Options): MirrorState {
  return {
    version: 1,
    from: from.href,
    format,
    source: 'changes',
    complete: false,
    cursor: null,
    commit: null,
    services: 0,
    licence: null,
    manifest: null,
    log: null,
    outcomes: null,
    lastVisit: now().toISOString(),
  };
}

function fromExport(id: string, effect: Difference): AppliedChange {
  return { id, effect, kind: effect, at: null, commit: null, reason: null };
}
