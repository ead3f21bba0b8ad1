import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { subscribe } from '@parcel/watcher';

export interface FolderWatch {
  stop(): Promise<void>;
}

/** The paths that changed, relative to the folder, or `all` when the watcher lost track. */
type Changed = ReadonlySet<string> | 'all';

export interface WatchListener {
  readonly changed: (paths: Changed) => void;
  /** HEAD moved: somebody committed, pulled or switched branches, even if no file changed. */
  readonly moved: () => void;
}

/** Debounce: changes closer together than `settleMs` are reported as one, at most `maxDelayMs` after the first of them. */
const settleMs = 150;
const maxDelayMs = 600;

/** A new folder may receive files before it is watched, so it is reported a second time after this delay. */
const recheckMs = 500;

const pollMs = 500;

/** Watches the catalog folder for changes, and the repository for commits: git appends to `logs/HEAD` whenever HEAD moves. */
export async function watchCatalog(
  folder: string,
  gitDir: string,
  listener: WatchListener,
): Promise<FolderWatch> {
  const root = await realpath(folder);
  const changes = new Debouncer(listener);
  const subscription = await subscribe(
    root,
    (error, events) => {
      if (error) changes.addAll();
      for (const { path, type } of events) {
        changes.add(relative(root, path).split(sep).join('/'), type === 'create');
      }
    },
    { ignore: ['.git'] },
  );
  const stopPolling = await pollSize(join(gitDir, 'logs', 'HEAD'), listener.moved);

  return {
    async stop() {
      changes.stop();
      stopPolling();
      // Unsubscribing fails when the folder was just removed, because its watch is gone already.
      await subscription.unsubscribe().catch(() => undefined);
    },
  };
}

/** Collects changes and reports them once there is a pause. */
class Debouncer {
  readonly #listener: Pick<WatchListener, 'changed'>;
  readonly #rechecks = new Set<NodeJS.Timeout>();
  #paths = new Set<string>();
  #hasLostTrack = false;
  /** When the oldest unreported change came. */
  #firstAt: number | undefined;
  #flush: NodeJS.Timeout | undefined;

  constructor(listener: Pick<WatchListener, 'changed'>) {
    this.#listener = listener;
  }

  add(path: string, isNew: boolean): void {
    this.#paths.add(path);
    this.#flushSoon();

    const isFolder = isNew && !path.includes('.');
    if (!isFolder) return;
    const recheck = setTimeout(() => {
      this.#rechecks.delete(recheck);
      this.add(path, false);
    }, recheckMs);
    this.#rechecks.add(recheck);
  }

  addAll(): void {
    this.#hasLostTrack = true;
    this.#flushSoon();
  }

  stop(): void {
    clearTimeout(this.#flush);
    for (const timer of this.#rechecks) clearTimeout(timer);
  }

  #flushSoon(): void {
    this.#firstAt ??= Date.now();
    const left = maxDelayMs - (Date.now() - this.#firstAt);

    clearTimeout(this.#flush);
    this.#flush = setTimeout(
      () => {
        const changed = this.#hasLostTrack ? 'all' : this.#paths;
        this.#paths = new Set();
        this.#hasLostTrack = false;
        this.#firstAt = undefined;
        this.#listener.changed(changed);
      },
      Math.max(0, Math.min(settleMs, left)),
    );
  }
}

/** Calls `onChange` whenever the size of a file changes. Returns a function that stops the polling. */
async function pollSize(path: string, onChange: () => void): Promise<() => void> {
  const sizeNow = (): Promise<number> =>
    stat(path).then(
      ({ size }) => size,
      () => -1,
    );
  let last = await sizeNow();

  const timer = setInterval(() => {
    void sizeNow().then((size) => {
      if (size !== last) onChange();
      last = size;
    });
  }, pollMs);
  return () => {
    clearInterval(timer);
  };
}
