import { type CatalogStore, changesIn } from './catalog-store.ts';
import type { Log } from './ports.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'search' | 'onChange'>;
  /** Saves the search for the next start, and does not reject; called when the catalog is quiet, never twice at once. */
  readonly save?: (search: CatalogStore['search']) => Promise<void>;
  readonly log: Log;
}

/** The catalog counts as quiet after this long without a change. */
const quietMs = 5_000;

/** The first requests of a start are answered before the search prepares for later ones. */
const startMs = 1_000;

/** Does the work that the search defers after a change, in slices of a few milliseconds, so that no request waits for all of it. */
export class SearchUpkeep {
  readonly #dependencies: Dependencies;
  #isWorking = false;
  #isSaving = false;
  #quiet: NodeJS.Timeout | undefined;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Prepares the search soon, and again after every change. */
  start(): void {
    const { store } = this.#dependencies;

    this.#restAfter(startMs);
    // What checks observe changes no text, and does not disturb the quiet that learning waits for.
    store.onChange((change) => {
      if (changesIn(change) > 0) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#restAfter(quietMs);
    if (this.#isWorking) return;

    this.#isWorking = true;
    await this.#inSlices(() => this.#dependencies.store.search.work());
    this.#isWorking = false;
  }

  /** Lets the search learn from the changes once the catalog is quiet. */
  #restAfter(ms: number): void {
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => void this.#rest(), ms);
    this.#quiet.unref();
  }

  async #rest(): Promise<void> {
    const { store, save } = this.#dependencies;
    await this.#inSlices(() => store.search.rest());
    if (!save || this.#isSaving || store.search.isSaved) return;

    this.#isSaving = true;
    await save(store.search);
    this.#isSaving = false;
  }

  async #inSlices(more: () => boolean): Promise<void> {
    try {
      while (more()) await new Promise((resolve) => setImmediate(resolve));
    } catch (error) {
      this.#dependencies.log.error({ error }, 'the upkeep of the search index failed; results stay correct');
    }
  }
}
