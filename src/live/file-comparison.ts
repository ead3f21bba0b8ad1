import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import type { ChangedFiles } from '../catalog-files/read-change.ts';
import { serviceFilePath, tombstoneFilePath } from '../domain/service-file.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { FileFollower } from './file-follower.ts';
import type { Clock, Log } from './ports.ts';
import { Repeated } from './repeated.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'onChange'>;
  /** The files that may differ from what an earlier reading found. */
  readonly changed: () => Promise<ChangedFiles>;
  readonly follower: Pick<FileFollower, 'apply'>;
  /** Time between two comparisons; 0: only those that somebody asks for. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Compares all files of the catalog with what is listed, again and again. On a busy machine, a watcher misses changes: it is how they are listed
 * soon, and this is how they are listed for sure.
 */
export class FileComparison {
  readonly #dependencies: Dependencies;
  readonly #repeated: Repeated;
  /** Files that were there after the earlier reading, whose deletion a comparison with that alone would not find. */
  #added: ReadonlySet<string> = new Set();
  #publishedSince = new Set<string>();
  #comparedAt: Date | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#repeated = new Repeated(() => this.compare(), dependencies.intervalMs);
    dependencies.store.onChange((change) => {
      for (const path of pathsOf(change)) this.#publishedSince.add(path);
    });
  }

  /** When the last comparison ended; undefined before the first. */
  get comparedAt(): Date | undefined {
    return this.#comparedAt;
  }

  start(): void {
    this.#repeated.start();
  }

  stop(): void {
    this.#repeated.stop();
  }

  /** Compares once, and lists what differs. A fault leaves it to the next comparison. */
  async compare(): Promise<void> {
    const { changed, follower, clock, log } = this.#dependencies;
    try {
      const published = this.#publishedSince;
      this.#publishedSince = new Set();
      const differing = await changed();
      await follower.apply(
        differing === 'all' ? 'all' : new Set([...differing, ...this.#added, ...published]),
      );
      this.#added = differing === 'all' ? published : differing;
      this.#comparedAt = clock();
    } catch (error) {
      log.warn({ error }, 'the files of the catalog could not be compared with what is listed');
    }
  }
}

function pathsOf({ put, buried }: CatalogChange): string[] {
  return [...put.map(({ id }) => serviceFilePath(id)), ...buried.map(({ id }) => tombstoneFilePath(id))];
}
