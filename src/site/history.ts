import type { CheckDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { ChecksView } from '../views/checks.ts';
import type { CatalogPayments, GroupPayments } from '../views/catalog-payments.ts';
import type { OutcomesView } from '../views/outcomes.ts';
import type { PaymentsView } from '../views/payments.ts';
import type { ObservedView } from '../views/observed-terms.ts';

/** The checks of one day, without blocked ones. Days without checks have no entry. */
export type DayCount = Pick<CheckDay, 'date' | 'checks' | 'ok'>;

/** The results of checks, for the pages. */
export interface SiteHistory {
  /** The payments of the whole catalog. */
  catalogPayments(): Promise<CatalogPayments>;
  /** The networks whose payments are counted, by CAIP-2 id. */
  readonly countedNetworks: ReadonlySet<string>;
  observed(entry: Entry): Promise<ObservedView>;
  /** The `days` days up to now, or up to another time. */
  checks(entry: Entry, days: number, upTo?: Date): Promise<ChecksView>;
  /** The sums of all payments; by day for the last `days` days. */
  payments(entry: Entry, days: number): Promise<PaymentsView>;
  /** What buyers say of a service, with the newest statements. */
  outcomes(entry: Entry, limit: number): Promise<OutcomesView>;
  /** The sums of the payments to several services, each payment once. */
  paymentsTo(services: readonly string[]): Promise<GroupPayments>;
  /** Those of the last `days` days that had checks, oldest first. */
  dayCounts(entry: Entry, days: number): Promise<readonly DayCount[]>;
}
