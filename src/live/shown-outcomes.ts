import { sellerOf } from '../outcomes/standing.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { StatedOutcomes } from './stated-outcomes.ts';

export class ShownOutcomes {
  readonly #store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>;
  readonly #stated: Pick<StatedOutcomes, 'standing'>;
  /** Services to be shown together: many statements about one service may come at once. */
  #waiting = new Set<string>();
  #showing: Promise<void> | undefined;

  constructor(
    store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>,
    stated: Pick<StatedOutcomes, 'standing'>,
  ) {
    this.#store = store;
    this.#stated = stated;
  }

  /** Recomputes services when they move to another host or wallet: statements stay with the former seller. */
  start(): void {
    this.#store.onChange(({ put }, before) => {
      const moved = put.filter((service) => {
        const former = before.find(service.id)?.declared;
        return former !== undefined && JSON.stringify(sellerOf(former)) !== JSON.stringify(sellerOf(service));
      });
      return this.show(moved.map(({ id }) => id));
    });
  }

  /** Publishes the current statements about these services; skips those that left the catalog. */
  show(ids: readonly string[]): Promise<void> {
    for (const id of ids) this.#waiting.add(id);
    this.#showing ??= this.#showWaiting().finally(() => (this.#showing = undefined));

    return this.#showing;
  }

  async #showWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      const ids = this.#waiting;
      this.#waiting = new Set();
      for (const id of ids) {
        const declared = this.#store.snapshot.find(id)?.declared;
        if (!declared) continue;
        const { summary } = await this.#stated.standing(declared);
        this.#store.observe(new Map([[id, { outcomes: summary }]]));
      }
    }
  }
}
