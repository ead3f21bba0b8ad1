import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Snapshot } from '../domain/snapshot.ts';
import type { Log } from '../live/ports.ts';
import { Search } from '../search/search.ts';
import { newDraft } from './draft-file.ts';

interface Dependencies {
  /** DATA_DIR. */
  readonly dataDir: string;
  readonly log: Log;
}

/** The search index of an earlier run, in one file below DATA_DIR. The file may be deleted at any time: the index is built anew then. */
export class KeptSearch {
  readonly #log: Log;
  readonly #path: string;
  /** Undefined once it was given to a search, which needs some of it only until its first merge. */
  #file: Promise<Uint8Array | undefined> | undefined;

  /** Begins to read the file. */
  constructor({ dataDir, log }: Dependencies) {
    this.#log = log;
    this.#path = join(dataDir, 'kept', 'search');
    this.#file = readFile(this.#path).catch(() => undefined);
  }

  /** The search of a snapshot. Loading it and adding what changed is several times faster than building a new one. */
  async open(snapshot: Snapshot): Promise<Search> {
    const file = await this.#file;
    this.#file = undefined;
    if (!file) return new Search(snapshot);

    const loaded = loadIfWhole(file, snapshot);
    if (!loaded) this.#log.info({}, 'the kept search index is damaged or outdated; building a new one');
    return loaded ?? new Search(snapshot);
  }

  /** Keeps the search for the next start. Where that fails, it takes longer. */
  async save(search: Search): Promise<void> {
    try {
      const { saved } = search;
      const bytes = await writeInPlace(this.#path, search.save());
      search.noteSaved(saved);
      this.#log.info({ bytes }, 'kept the search index for the next start');
    } catch (error) {
      this.#log.warn({ error }, 'the search index could not be kept for the next start');
    }
  }
}

/** Undefined for a file that another version of this program wrote in another way under the same number. */
function loadIfWhole(file: Uint8Array, snapshot: Snapshot): Search | undefined {
  try {
    return Search.load(file, snapshot);
  } catch {
    return undefined;
  }
}

/** Writes a file piece by piece beside the present one, and replaces it when all is on disk. Returns its size. */
async function writeInPlace(path: string, pieces: Iterable<Uint8Array>): Promise<number> {
  const draft = newDraft(path);
  const file = await open(draft, 'wx');
  try {
    await file.writeFile(pieces);
    await file.sync();
    const { size } = await file.stat();
    await rename(draft, path);
    return size;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
