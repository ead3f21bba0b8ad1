import type { Clock } from '../live/ports.ts';
import type { Page } from './send-page.ts';

interface Dependencies {
  /** Stays the same until there is something new for readers of feeds. */
  readonly edition: () => string;
  readonly clock: Clock;
}

/** How long a feed is kept at most: what a search finds changes without news, too. */
const longestMs = 60_000;

/** The budget for all feeds together, in uncompressed bytes. Past it, the cache is emptied. */
const mostBytes = 8 * 1024 * 1024;

/** Addresses that are kept. Those of searches have parameters, which may be long. */
const longestKey = 2_048;

/** Keeps feeds that were made, since readers poll them far more often than they change. */
export class FeedCache {
  readonly #dependencies: Dependencies;
  readonly #pages = new Map<string, { readonly page: Page; readonly madeAt: number }>();
  #edition = '';
  #bytes = 0;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The feed at an address, or what `make` gives now. */
  async findOrMake(key: string, make: () => Promise<Page>): Promise<Page> {
    const kept = this.find(key);
    if (kept) return kept;

    // Read before the feed is made, so that what is published meanwhile outdates it.
    const edition = this.#dependencies.edition();
    const page = await make();
    if (edition === this.#dependencies.edition()) this.#keep(key, page);
    return page;
  }

  find(key: string): Page | undefined {
    const { edition, clock } = this.#dependencies;
    const now = edition();
    if (now !== this.#edition) this.#empty();
    this.#edition = now;

    const kept = this.#pages.get(key);
    return kept && clock().getTime() - kept.madeAt < longestMs ? kept.page : undefined;
  }

  #keep(key: string, page: Page): void {
    if (page.status !== 200 || key.length > longestKey) return;
    if (this.#bytes + page.body.length > mostBytes) this.#empty();

    this.#bytes += page.body.length - (this.#pages.get(key)?.page.body.length ?? 0);
    this.#pages.set(key, { page, madeAt: this.#dependencies.clock().getTime() });
  }

  #empty(): void {
    this.#pages.clear();
    this.#bytes = 0;
  }
}
