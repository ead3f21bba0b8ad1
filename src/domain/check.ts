import type { Observation } from './live-terms.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { Standing } from './standing.ts';
import type { Verdict } from './verdict.ts';

/** One check of a service. */
export interface Check {
  readonly at: Date;
  readonly verdict: Verdict;
  /** One sentence that says why. */
  readonly detail: string;
  /** Null when there was no HTTP answer. */
  readonly httpStatus: number | null;
  /** In whole milliseconds; null when there was no HTTP answer. */
  readonly latencyMs: number | null;
  /** The terms that were offered; none when there were none that could be read. */
  readonly terms: readonly PaymentTerms[];
  /** Whether a path that nobody can have meant was answered with 402 too; most checks do not ask one. */
  readonly isWildcard?: boolean | undefined;
}

/** The checks of one service on one day (UTC), added up. Blocked checks are counted apart: they say nothing. */
export interface CheckDay {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly checks: number;
  /** Answered with a 402 that can be read. */
  readonly ok: number;
  /** Of these, with the declared terms. */
  readonly verified: number;
  readonly blocked: number;
  /** Sum over the answered checks, in milliseconds. */
  readonly latencyMs: number;
}

/** The sum of several days, and how many of them had checks. */
export interface CheckWindow extends Omit<CheckDay, 'date'> {
  readonly days: number;
}

/** A day with the percentiles of its answer times; null when nothing was answered. */
export interface LatencyDay extends CheckDay {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** One check of a service, with what follows from it. */
export interface CheckRecord {
  readonly id: string;
  readonly check: Check;
  /** The day of the check, this one counted. */
  readonly day: CheckDay;
  readonly standing: Standing;
  /** The live terms, where this check could read them. */
  readonly observation?: Observation;
}
