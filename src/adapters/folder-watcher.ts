import { realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { subscribe } from '@parcel/watcher';

export interface FolderWatch {
  stop(): Promise<void>;
}

/** What the watcher tells: the paths that changed, relative to the folder, or `all` when it lost count. */
export type Changed = ReadonlySet<string> | 'all';

/** Changes that follow each other within this time are told together, but none waits longer than the other. */
const settleMs = 150;
const longestWaitMs = 600;

/** A new folder may have got files before it was watched: it is told a second time after this. */
const secondLookMs = 500;

const pollMs = 500;

/**
 * Tells of files and folders that changed in the catalog folder, and, by `moved`, of commits by others: git appends to `logs/HEAD`
 * whenever HEAD moves, even when no file changes with it.
 */
export async function watchCatalog(
  folder: string,
  gitDir: string,
  tell: { readonly changed: (paths: Changed) => void; readonly moved: () => void },
): Promise<FolderWatch> {
  const root = await realpath(folder);
  const changes = new Gathered(tell);
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
  const stopPolling = await pollSize(join(gitDir, 'logs', 'HEAD'), tell.moved);

  return {
    async stop() {
      changes.stop();
      stopPolling();
      // A folder that was removed a moment ago took its watch along, and to end that one fails.
      await subscription.unsubscribe().catch(() => undefined);
    },
  };
}

/** Gathers changes until there is a pause. */
class Gathered {
  readonly #tell: { readonly changed: (paths: Changed) => void };
  readonly #timers = new Set<NodeJS.Timeout>();
  #paths = new Set<string>();
  #isLost = false;
  #first: number | undefined;
  #flush: NodeJS.Timeout | undefined;

  constructor(tell: { readonly changed: (paths: Changed) => void }) {
    this.#tell = tell;
  }

  add(path: string, isNew: boolean): void {
    this.#paths.add(path);
    this.#flushSoon();

    const isFolder = isNew && !path.includes('.');
    if (!isFolder) return;
    const again = setTimeout(() => {
      this.#timers.delete(again);
      this.add(path, false);
    }, secondLookMs);
    this.#timers.add(again);
  }

  addAll(): void {
    this.#isLost = true;
    this.#flushSoon();
  }

  stop(): void {
    clearTimeout(this.#flush);
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #flushSoon(): void {
    this.#first ??= Date.now();
    const left = longestWaitMs - (Date.now() - this.#first);

    clearTimeout(this.#flush);
    this.#flush = setTimeout(
      () => {
        const told = this.#isLost ? 'all' : this.#paths;
        this.#paths = new Set();
        this.#isLost = false;
        this.#first = undefined;
        this.#tell.changed(told);
      },
      Math.max(0, Math.min(settleMs, left)),
    );
  }
}

/** Calls back whenever the size of a file is another than before; gives what ends that. */
async function pollSize(path: string, changed: () => void): Promise<() => void> {
  const sizeNow = (): Promise<number> =>
    stat(path).then(
      ({ size }) => size,
      () => -1,
    );
  let known = await sizeNow();

  const timer = setInterval(() => {
    void sizeNow().then((size) => {
      if (size !== known) changed();
      known = size;
    });
  }, pollMs);
  return () => {
    clearInterval(timer);
  };
}
