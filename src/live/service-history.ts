import { type Assets, knownAssets } from '../domain/asset.ts';
import { type CheckDay, maxStoredChecks } from '../domain/check.ts';
import { noOutcomes } from '../domain/outcome.ts';
import type { ReadChallenge } from '../domain/payment-terms.ts';
import type { Entry } from '../domain/snapshot.ts';
import { firstDay } from '../verification/uptime.ts';
import { checksView, type ChecksView } from '../views/checks.ts';
import { observedView, type ObservedView } from '../views/observed-terms.ts';
import type { CatalogPayments, GroupPayments } from '../views/catalog-payments.ts';
import { type OutcomesView, outcomesView } from '../views/outcomes.ts';
import type { PaymentsView } from '../views/payments.ts';
import { noPaymentHistory, type PaymentHistory } from './payment-history.ts';
import type { CheckStore, Clock, ProofLookStore } from './ports.ts';
import type { StatedOutcomes } from './stated-outcomes.ts';

interface Dependencies {
  readonly checks: Pick<
    CheckStore,
    'days' | 'latencyDays' | 'latest' | 'liveTerms' | 'seenTerms' | 'sentChallenges'
  >;
  readonly payments: PaymentHistory;
  /** Absent where nobody asks what buyers say. */
  readonly stated?: Pick<StatedOutcomes, 'standing'>;
  readonly proofLooks: Pick<ProofLookStore, 'of'>;
  readonly clock: Clock;
}

/** Reads what was seen of a service, for the API and the pages. */
export class ServiceHistory {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /** The networks whose payments are counted, by CAIP-2 id. */
  get countedNetworks(): ReadonlySet<string> {
    return this.#dependencies.payments.networks;
  }

  /** The `days` days up to now, or up to another time. */
  async checks({ declared }: Entry, days: number, upTo = this.#dependencies.clock()): Promise<ChecksView> {
    const { checks } = this.#dependencies;
    const from = firstDay(upTo, days);

    return checksView(
      declared.id,
      await checks.latencyDays(declared, from),
      await checks.seenTerms(declared, from),
      await checks.latest(declared, maxStoredChecks),
    );
  }

  /** Those of the last `days` days that have checks, oldest first. */
  async dayCounts({ declared }: Entry, days: number): Promise<readonly CheckDay[]> {
    const { checks, clock } = this.#dependencies;

    return checks.days(declared, firstDay(clock(), days));
  }

  payments(entry: Entry, days: number): Promise<PaymentsView> {
    return this.#dependencies.payments.payments(entry, days);
  }

  /** The payments to several services, each once. */
  paymentsTo(services: readonly string[]): Promise<GroupPayments> {
    return this.#dependencies.payments.paymentsTo(services);
  }

  catalogPayments(): Promise<CatalogPayments> {
    return this.#dependencies.payments.catalogPayments();
  }

  /** What buyers say of a service, with the newest statements. */
  async outcomes({ declared }: Entry, limit: number): Promise<OutcomesView> {
    const standing = await this.#dependencies.stated?.standing(declared);

    return outcomesView(declared.id, standing ?? nothingStated, { limit });
  }

  sentChallenges(entries: readonly Entry[]): Promise<ReadonlyMap<string, ReadChallenge>> {
    return this.#dependencies.checks.sentChallenges(entries.map(({ declared }) => declared));
  }

  async observed({ declared, observed }: Entry): Promise<ObservedView> {
    const { checks, proofLooks } = this.#dependencies;
    const live = await checks.liveTerms(declared);
    const look = declared.proof && (await proofLooks.of(declared.id));

    return observedView(declared, observed.facts, live, look);
  }
}

const nothingStated = { statements: [], summary: noOutcomes };

/** The history in a catalog without checks, payments and looks at proofs. */
export function emptyHistory(clock: Clock, assets: Assets = knownAssets): ServiceHistory {
  const checks = {
    days: () => Promise.resolve([]),
    latencyDays: () => Promise.resolve([]),
    latest: () => Promise.resolve([]),
    liveTerms: () => Promise.resolve(undefined),
    sentChallenges: () => Promise.resolve(new Map<string, never>()),
    seenTerms: () => Promise.resolve([]),
  };
  const payments = noPaymentHistory(assets, clock);
  const proofLooks = { of: () => Promise.resolve(undefined) };

  return new ServiceHistory({ checks, payments, proofLooks, clock });
}
