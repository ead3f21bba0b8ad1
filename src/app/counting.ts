import { paymentsFault } from '../live/health.ts';
import { ShownPayments } from '../live/shown-payments.ts';
import { openLedgers } from '../open/payments.ts';
import { TermsRecorder } from '../live/terms-recorder.ts';
import type { DeferredStartup } from '../live/deferred-startup.ts';
import type { Ledger } from '../live/ports.ts';
import { PaymentCounter } from '../live/payment-counter.ts';
import { LeasedTask } from '../live/duty.ts';
import { FundingLooks } from '../live/funding-looks.ts';
import type { Catalog } from './catalog.ts';
import type { Base } from './part.ts';
import type { Storage } from './storage.ts';
import type { DutyBase } from './duties.ts';

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

interface NotedTerms {
  readonly terms: TermsRecorder;
  /** Resolves when everything is noted that changed while nobody did so. */
  readonly ready: Promise<void>;
}

/** Notes what services declare to ask. */
function termsDuty(
  { config, state, store, clock }: DutyBase,
  startWork: DeferredStartup,
): LeasedTask<NotedTerms> {
  return new LeasedTask('terms', (tenure) => {
    const { payments } = state.under(tenure.lease);
    const terms = new TermsRecorder({ store, payments, assets: config.assets, clock, log: tenure.log });
    const end = terms.start();

    return { component: { terms, ready: startWork.run(() => terms.reconcile()) }, end };
  });
}

/** Count the payments of one network each. By the title of the network. */
function paymentDuties(
  { config, state, store, clock }: DutyBase,
  shown: ShownPayments,
  terms: LeasedTask<NotedTerms>,
  ledgers: Awaited<ReturnType<typeof openLedgers>>,
): ReadonlyMap<string, LeasedTask<PaymentCounter>> {
  const { lookbackMs, intervalMs } = config.payments;
  // Where another server notes terms, an account that this pass lacks is counted by a later one, from its beginning.
  const prepare = async (): Promise<void> => {
    await terms.component?.ready;
    await terms.component?.terms.catchUp();
  };

  return new Map(
    ledgers.map(({ network: { caip2: network, title }, ledger }) => [
      title,
      new LeasedTask(`payments ${network}`, ({ lease, ended, log }) => {
        const { payments, buyers } = state.under(lease);
        const { assets } = config;
        const common = { shown, network, lookbackMs, stopping: ended, clock, log };
        const funding = canTrace(ledger)
          ? new FundingLooks({ ...common, buyers, store, ledger, assets })
          : undefined;
        const counter = new PaymentCounter({ ...common, payments, ledger, prepare, funding });
        counter.start(intervalMs);

        return { component: counter, end: () => counter.stop() };
      }),
    ]),
  );
}

function canTrace(ledger: Ledger): ledger is Ledger & Required<Pick<Ledger, 'transfers'>> {
  return ledger.transfers !== undefined;
}
