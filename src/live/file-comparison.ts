import type { CatalogChange } from '../catalog-files/catalog-change.ts';
import { serviceFilePath, tombstoneFilePath } from '../domain/service-file.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { FileFollower } from './file-follower.ts';
import type { Clock, Log } from './ports.ts';
import { Repeated } from './repeated.ts';

/** The stamps of the files of a catalog, by their paths. Undefined for what may have changed without a trace. */
type Stamps = ReadonlyMap<string, string | undefined>;

interface Dependencies {
  readonly store: Pick<CatalogStore, 'onChange'>;
  readonly files: { stamps(now: Date): Promise<Stamps> };
  /** Those from before the catalog was read. */
  readonly stamps: Stamps;
  readonly follower: Pick<FileFollower, 'apply'>;
  /** Time between two comparisons; 0: only those that somebody asks for. */
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Compares all files of the catalog with how they were last, again and again. On a busy machine, a watcher misses changes: it is how they are listed
 * soon, and this is how they are listed for sure.
 */
export class FileComparison {
  readonly #dependencies: Dependencies;
  readonly #repeated: Repeated;
  #stamps: Stamps;
  /** Files that were published since the last comparison, which may be gone before the next one sees them. */
  #published = new Set<string>();
  #comparedAt: Date | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
    this.#stamps = dependencies.stamps;
    this.#repeated = new Repeated(() => this.compare(), dependencies.intervalMs);
    dependencies.store.onChange((change) => {
      for (const path of pathsOf(change)) this.#published.add(path);
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
    const { files, follower, clock, log } = this.#dependencies;
    try {
      const stamps = await files.stamps(clock());
      const published = this.#published;
      this.#published = new Set();
      await follower.apply(new Set([...differing(this.#stamps, stamps), ...published]));
      this.#stamps = stamps;
      this.#comparedAt = clock();
    } catch (error) {
      log.warn({ error }, 'the files of the catalog could not be compared with what is listed');
    }
  }
}

/** The paths of files that are new or gone, or may not be as they were. */
function* differing(before: Stamps, now: Stamps): Generator<string> {
  for (const [path, stamp] of now) if (stamp === undefined || stamp !== before.get(path)) yield path;
  for (const path of before.keys()) if (!now.has(path)) yield path;
}

function pathsOf({ put, buried }: CatalogChange): string[] {
  return [...put.map(({ id }) => serviceFilePath(id)), ...buried.map(({ id }) => tombstoneFilePath(id))];
}
