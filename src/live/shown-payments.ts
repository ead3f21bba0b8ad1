import type { DeclaredService } from '../domain/service.ts';
import type { CatalogStore } from './catalog-store.ts';
import type { CountedPayments } from './counted-payments.ts';

interface Dependencies {
  readonly store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>;
  readonly counted: CountedPayments;
}

/** Shows services with the payments that are counted for them, or as not counted. */
export class ShownPayments {
  readonly #store: Pick<CatalogStore, 'snapshot' | 'observe' | 'onChange'>;
  readonly #counted: CountedPayments;

  constructor({ store, counted }: Dependencies) {
    this.#store = store;
    this.#counted = counted;
  }

  /** Shows services whenever they are new or declare other terms. */
  start(): void {
    this.#store.onChange(({ put }) => {
      const differing = put.filter((service) => this.#mayDiffer(service));
      return this.show(differing.map(({ id }) => id));
    });
  }

  /** Publishes what is counted for these services; those that left the catalog are passed over. */
  async show(ids: readonly string[]): Promise<void> {
    const services = ids.flatMap((id) => this.#store.snapshot.find(id)?.declared ?? []);
    if (services.length === 0) return;

    const found = await this.#counted.of(services);
    this.#store.observe(new Map([...found].map(([id, payments]) => [id, { payments }])));
  }

  #mayDiffer(declared: DeclaredService): boolean {
    const shown = this.#store.snapshot.find(declared.id)?.observed.facts.payments.attribution ?? null;

    return shown !== null || this.#counted.isCounted(declared);
  }
}
