import type { Verdict } from './verdict.ts';

/** One check of a service, as it is kept. */
export interface Check {
  readonly at: Date;
  readonly verdict: Verdict;
  /** One sentence that says why. */
  readonly detail: string;
  /** Null when there was no HTTP answer. */
  readonly httpStatus: number | null;
  readonly latencyMs: number | null;
  /** Stands for the terms that were offered: another one for other terms, null when none could be read. */
  readonly termsKey: string | null;
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
