import { noOutcomes } from '../domain/outcome.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Entry } from '../domain/snapshot.ts';
import { subjectOf } from '../domain/subject.ts';
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

  /**
   * Recomputes services that begin anew: those that move, and those that come back after their removal. Statements stay with the host and wallet
   * that they are about, so nobody gets rid of them by another path, or by leaving for a moment.
   */
  start(): void {
    this.#store.onChange(({ put }, before) => {
      const anew = put.filter((service) => beginsAnew(service, before.find(service.id)));
      return this.show(anew.map(({ id }) => id));
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
        const entry = this.#store.snapshot.find(id);
        if (!entry) continue;
        const { summary } = await this.#stated.standing(entry.declared);
        const isNothingNew = summary === noOutcomes && entry.observed.facts.outcomes === noOutcomes;
        if (!isNothingNew) this.#store.observe(new Map([[id, { outcomes: summary }]]));
      }
    }
  }
}

/** Whether nothing that was observed of a service before is shown any more. */
function beginsAnew(service: DeclaredService, former: Entry | undefined): boolean {
  return former === undefined || subjectOf(former.declared) !== subjectOf(service);
}
