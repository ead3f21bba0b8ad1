import type { DeclaredService } from '../domain/service.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { CountedPayments } from './counted-payments.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>;
  readonly counted: CountedPayments;
}

/** Shows services that are new or declare other terms with the payments that are counted for them, or as not counted. */
export class ShownPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  start(): void {
    const { store } = this.#dependencies;
    store.onChange(({ put }) => this.#show(put.filter((service) => this.#mayDiffer(service))));
  }

  #mayDiffer(declared: DeclaredService): boolean {
    const { store, counted } = this.#dependencies;
    const shown = store.snapshot.find(declared.id)?.observed.facts.payments.attribution ?? null;

    return shown !== null || counted.isCounted(declared);
  }

  async #show(services: readonly DeclaredService[]): Promise<void> {
    if (services.length === 0) return;

    const { store, counted } = this.#dependencies;
    const found = await counted.of(services);
    store.observe(new Map([...found].map(([id, payments]) => [id, { payments }])));
  }
}
