import type { FieldComparison, Remark } from '../domain/live-terms.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { Verdict } from '../domain/verdict.ts';

/** One day of checks; a day without any is not among them. */
export interface DayCount {
  /** As `2026-01-31` (UTC). */
  readonly date: string;
  /** Blocked checks left out. */
  readonly checks: number;
  readonly ok: number;
}

/** A day with the answer times of its checks; null when nothing was answered. */
export interface TimedDay extends DayCount {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

interface SeenCheck {
  readonly at: string;
  readonly verdict: Verdict;
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  readonly detail: string;
}

/** A trust score with the parts it is the weighted sum of. */
export interface TrustSeen {
  readonly score: number;
  /** False while there is too little history for the score to mean much. */
  readonly rated: boolean;
  readonly components: readonly {
    readonly name: string;
    readonly weight: number;
    /** 0 to 1; null when unknown. */
    readonly value: number | null;
    readonly evidence: string;
  }[];
}

/** Live terms beside the declared ones. */
export interface TermsSeen {
  readonly verdict: Verdict | null;
  readonly detail: string | null;
  readonly checkedAt: string | null;
  readonly since: string | null;
  readonly readAt: string | null;
  readonly fields: readonly FieldComparison[];
  readonly accepts: readonly PaymentTerms[];
  readonly remarks: readonly Remark[];
}

/** What was seen of services, for those who show it. */
export interface SiteHistory {
  /** What the last check found; null before the first. */
  verdict(entry: Entry): Verdict | null;
  trust(entry: Entry): Promise<TrustSeen>;
  observed(entry: Entry): Promise<TermsSeen>;
  /** Days with checks, the oldest first, and the last checks, the newest first. */
  checks(
    entry: Entry,
    days: number,
  ): Promise<{ readonly days: readonly TimedDay[]; readonly latest: readonly SeenCheck[] }>;
  /** The days with checks among the last so many, the oldest first. */
  dayCounts(entry: Entry, days: number): Promise<readonly DayCount[]>;
}
