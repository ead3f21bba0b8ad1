import { messageOf } from '../domain/error-code.ts';
import {
  type BranchExtent,
  BranchRewritten,
  type ServiceVersion,
  versionsAfter,
} from '../domain/service-version.ts';
import { StateUnavailable } from '../domain/unavailable.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { CommitHistory, VersionStore } from './ports.ts';
import type { VersionRecorder } from './version-recorder.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot'>;
  readonly history: CommitHistory;
  readonly versions: Pick<VersionStore, 'find' | 'between'>;
  readonly recorder: Pick<VersionRecorder, 'catchUp'>;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export interface VersionPage {
  /** The number of changes on all pages. */
  readonly total: number;
  /** Whether the repository holds the first change. */
  readonly isComplete: boolean;
  /** Newest first. */
  readonly versions: readonly ServiceVersion[];
  readonly before: ServiceVersion | undefined;
}

/** Git failed. */
export class HistoryUnavailable extends Error {
  override readonly name = 'HistoryUnavailable';
}

/**
 * Reads how services became what they are. The index has most of it; what it lacks is read from git, so an answer holds every commit
 * that the catalog shows, and needs no index.
 */
export class DeclarationHistory {
  readonly #dependencies: Dependencies;
  #known: { readonly commit: string; readonly extent: Promise<BranchExtent> } | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Updates the index in the background. */
  async start(): Promise<void> {
    await this.#git(async () => this.#dependencies.recorder.catchUp(await this.#extent())).catch(
      () => undefined,
    );
  }

  /** Undefined for an id that no service ever had. @throws {HistoryUnavailable} */
  async page(id: string, page: Page): Promise<VersionPage | undefined> {
    const found = await this.#git(async () => {
      const extent = await this.#extent();
      return (await this.#fromIndex(id, page, extent)) ?? (await this.#fromGit(id, page, extent));
    });
    const isKnown = found.total > 0 || !found.isComplete || this.#dependencies.store.snapshot.find(id);

    return isKnown ? found : undefined;
  }

  /** The files of these versions, by object id; absent where a file cannot be a declaration. @throws {HistoryUnavailable} */
  texts(versions: readonly (ServiceVersion | undefined)[]): Promise<ReadonlyMap<string, string>> {
    const blobs = versions.flatMap((version) => version?.blob ?? []);

    return this.#git(() => this.#dependencies.history.texts(blobs));
  }

  /** Undefined when the index is of no use: not complete yet, of another branch, or not to be read. */
  async #fromIndex(id: string, page: Page, extent: BranchExtent): Promise<VersionPage | undefined> {
    const { history, versions, recorder } = this.#dependencies;
    const { head, depth, unfetched } = extent;
    if (head === undefined) return undefined;

    try {
      const recorded = await versions.find(id);
      const isUsable = recorded?.progress.isWhole && recorded.progress.depth === depth;
      const isCurrent = isUsable && recorded.progress.head === head;
      if (!isCurrent) void recorder.catchUp(extent);
      if (!isUsable) return undefined;

      const { last, isComplete, progress } = recorded;
      const fetched = isCurrent ? [] : await all(history.commits({ after: progress.head, upTo: head, id }));
      const newer = versionsAfter(id, last, [...fetched, ...unfetched]);
      return await pageOf(newer.at(-1) ?? last, page, isComplete, async (from, to) => [
        ...(last && from <= last.number ? await versions.between(id, from, Math.min(to, last.number)) : []),
        ...newer.filter(({ number }) => number >= from && number <= to),
      ]);
    } catch (error) {
      if (error instanceof BranchRewritten || error instanceof StateUnavailable) return undefined;
      throw error;
    }
  }

  async #fromGit(id: string, page: Page, { head, unfetched }: BranchExtent): Promise<VersionPage> {
    const { history } = this.#dependencies;
    const fetched = head === undefined ? [] : await all(history.commits({ upTo: head, id }));
    const versions = versionsAfter(id, undefined, [...fetched, ...unfetched]);
    const isComplete = versions[0]?.number !== 0;

    return pageOf(versions.at(-1), page, isComplete, (from, to) =>
      versions.filter(({ number }) => number >= from && number <= to),
    );
  }

  /** How far the branch goes. It is asked once for each version of the catalog, since no commit changes the catalog without a new one. */
  #extent(): Promise<BranchExtent> {
    const { store, history } = this.#dependencies;
    const { commit } = store.snapshot.version;
    if (this.#known?.commit !== commit) this.#known = { commit, extent: history.extent() };

    return this.#known.extent;
  }

  async #git<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      // The branch may have been rewritten, and its old commits removed.
      this.#known = undefined;
      throw new HistoryUnavailable(messageOf(error), { cause: error });
    }
  }
}

async function all<Item>(portions: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const portion of portions) items.push(...portion);
  return items;
}

/** `between` gives the versions with these numbers, oldest first. */
async function pageOf(
  last: ServiceVersion | undefined,
  { limit, offset }: Page,
  isComplete: boolean,
  between: (from: number, to: number) => readonly ServiceVersion[] | Promise<readonly ServiceVersion[]>,
): Promise<VersionPage> {
  const total = last?.number ?? 0;
  const newest = total - offset;
  const found = newest > 0 ? await between(newest - limit, newest) : [];

  return {
    total,
    isComplete,
    versions: found.filter(({ number }) => number > Math.max(0, newest - limit)).reverse(),
    before: found.find(({ number }) => number === Math.max(0, newest - limit)),
  };
}
