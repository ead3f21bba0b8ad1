import type { DeclaredService } from '../domain/service.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { CountedPayments } from './counted-payments.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>;
  readonly counted: CountedPayments;
}

/** Shows services with the payments that are counted for them, or as not counted. */
export class ShownPayments {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** Shows services whenever they are new or declare other terms. */
  start(): void {
    const { store } = this.#dependencies;
    store.onChange(({ put }) => {
      const differing = put.filter((service) => this.#mayDiffer(service));
      return this.show(differing.map(({ id }) => id));
    });
  }

  /** Publishes what is counted for these services; those that left the catalog are passed over. */
  async show(ids: readonly string[]): Promise<void> {
    const { store, counted } = this.#dependencies;
    const services = ids.flatMap((id) => store.snapshot.find(id)?.declared ?? []);
    if (services.length === 0) return;

    const found = await counted.of(services);
    store.observe(new Map([...found].map(([id, payments]) => [id, { payments }])));
  }

  #mayDiffer(declared: DeclaredService): boolean {
    const { store, counted } = this.#dependencies;
    const shown = store.snapshot.find(declared.id)?.observed.facts.payments.attribution ?? null;

    return shown !== null || counted.isCounted(declared);
  }
}
