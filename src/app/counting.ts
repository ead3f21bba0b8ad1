import { paymentsFault } from '../live/health.ts';
import { ShownPayments } from '../live/shown-payments.ts';
import { openLedgers } from '../open/payments.ts';
import type { Catalog } from './catalog.ts';
import type { Base } from './part.ts';
import { paymentDuties, termsDuty } from './payment-duties.ts';
import type { Storage } from './storage.ts';

interface Needs {
  readonly storage: Storage;
  readonly catalog: Catalog;
}

export type Counting = Awaited<ReturnType<typeof openCounting>>;

/** Everything that counts payments: what services ask, and one counter for each network with a provider. */
export async function openCounting({ storage, catalog }: Needs, { config, life, metrics, startWork }: Base) {
  const { state, clock, duties } = storage;
  const { store, counted } = catalog;
  const shown = new ShownPayments({ store, counted });
  shown.start();
  const base = { config, state, store, clock, metrics };
  const terms = termsDuty(base, startWork);
  const ledgers = await openLedgers(config, life.stopping);
  const counters = paymentDuties(base, shown, terms, ledgers);

  return {
    shown,
    ledgers: new Map(ledgers.map(({ network, ledger }) => [network.caip2, ledger])),
    start: () => {
      for (const duty of [terms, ...counters.values()]) duties.leases.add(duty);
    },
    // Without failure where another server counts.
    health: () =>
      counters.size === 0
        ? {}
        : {
            payments: paymentsFault(
              [...counters].map(([title, { component }]) => [title, component?.failure]),
            ),
          },
  };
}
