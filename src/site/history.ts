import type { CheckDay } from '../domain/check.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';
import type { ChecksView } from '../views/checks.ts';
import type { ObservedView } from '../views/observed-terms.ts';
import type { TrustView } from '../views/trust.ts';

/** One day of checks; a day without any is not among them. Blocked checks are left out. */
export type DayCount = Pick<CheckDay, 'date' | 'checks' | 'ok'>;

/** What was seen of services, for the pages that show it. */
export interface SiteHistory {
  /** What the last check found; null before the first. */
  verdict(entry: Entry): Verdict | null;
  trust(entry: Entry): TrustView;
  observed(entry: Entry): Promise<ObservedView>;
  checks(entry: Entry, days: number): Promise<ChecksView>;
  /** The days with checks among the last so many, the oldest first. */
  dayCounts(entry: Entry, days: number): Promise<readonly DayCount[]>;
}
