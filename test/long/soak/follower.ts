import { z } from 'zod';
import type { Cluster } from './cluster.ts';
import type { Ledger } from './ledger.ts';
import { pause } from './pause.ts';

const Page = z.object({
  changes: z.array(z.object({ cursor: z.string(), kind: z.string(), id: z.string(), commit: z.string() })),
  next: z.string(),
  more: z.boolean(),
});
type Told = z.infer<typeof Page>['changes'][number];

/** Follows the feed of changes from its beginning, page by page, each from any server. */
export class Follower {
  readonly told: Told[] = [];
  readonly #cluster: Cluster;
  readonly #ledger: Ledger;
  #next: string | undefined;

  constructor(cluster: Cluster, ledger: Ledger) {
    this.#cluster = cluster;
    this.#ledger = ledger;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!(await this.step(2))) await pause(200);
    }
  }

  /** Reads one page, and waits for its first change at most so many seconds. False where there was none. */
  async step(wait: number): Promise<boolean> {
    const query = new URLSearchParams({
      wait: String(wait),
      ...(this.#next === undefined ? {} : { since: this.#next }),
    });
    const answer = await fetch(`${this.#cluster.any().url}/api/changes?${query.toString()}`, {
      signal: AbortSignal.timeout(60_000),
    }).catch(() => undefined);
    if (!answer || answer.status === 503) return false;
    if (answer.status !== 200) {
      this.#ledger.fault(
        `the feed answered ${String(answer.status)}: ${(await answer.text()).slice(0, 300)}`,
      );
      return false;
    }

    const page = Page.safeParse(await answer.json().catch(() => undefined));
    // A server that was killed meanwhile sends half a page.
    if (!page.success) return false;
    this.told.push(...page.data.changes);
    this.#next = page.data.next;
    return page.data.changes.length > 0;
  }
}
