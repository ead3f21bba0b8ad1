import type { CheckDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { ChecksView } from '../views/checks.ts';
import type { ObservedView } from '../views/observed-terms.ts';
import type { TrustView } from '../views/trust.ts';

/** The checks of one day, without blocked ones. Days without checks have no entry. */
export type DayCount = Pick<CheckDay, 'date' | 'checks' | 'ok'>;

/** The results of checks, for the pages. */
export interface SiteHistory {
  /** The verdict of the last check; null before the first. */
  verdict(entry: Entry): Verdict | null;
  trust(entry: Entry): TrustView;
  observed(entry: Entry): Promise<ObservedView>;
  checks(entry: Entry, days: number): Promise<ChecksView>;
  /** Those of the last `days` days that had checks, oldest first. */
  dayCounts(entry: Entry, days: number): Promise<readonly DayCount[]>;
}
