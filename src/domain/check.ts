import type { DescribedRequest, ProbeMethod } from './described-request.ts';
import type { AskedTerms } from './settlement.ts';
import type { OfferStandings } from './offer.ts';
import type {
  ChallengeTraits,
  FieldComparison,
  PaymentTerms,
  Remark,
  SentChallenge,
} from './payment-terms.ts';
import type { OtherRail } from './rail.ts';
import type { Standing } from './standing.ts';
import type { Verdict } from './verdict.ts';

export interface Check {
  readonly at: Date;
  readonly verdict: Verdict;
  /** One sentence that says why. */
  readonly detail: string;
  /** Null when there was no HTTP answer. */
  readonly httpStatus: number | null;
  /** In whole milliseconds; null when there was no HTTP answer. */
  readonly latencyMs: number | null;
  /** The method whose answer was judged. */
  readonly method?: ProbeMethod | undefined;
  /** Where the 402 came from, after redirects within the origin. */
  readonly url?: string | undefined;
  /** The terms that were offered; empty when none could be read. */
  readonly terms: readonly PaymentTerms[];
  readonly request?: DescribedRequest | undefined;
  /** The 402 as its seller sent it. */
  readonly sent?: SentChallenge | undefined;
  /** The declared values beside those of the terms that come nearest. */
  readonly fields: readonly FieldComparison[];
  /** The ways to pay that the answer offers beside or instead of x402. */
  readonly rails: readonly OtherRail[];
  readonly remarks: readonly Remark[];
  /** Whether a random path that cannot exist was answered with 402 too; most checks do not probe one. */
  readonly isWildcard?: boolean | undefined;
}

/** How many checks of a service the state database stores one by one. */
export const maxStoredChecks = 20;

export type StoredCheck = Pick<Check, 'at' | 'verdict' | 'detail' | 'httpStatus' | 'latencyMs'>;

/** The checks of one service on one day (UTC), added up. Blocked checks are counted apart: they say nothing about the service. */
export interface CheckDay {
  /** As `2026-01-31`. */
  readonly date: string;
  readonly checks: number;
  /** Answered as by a service that works. */
  readonly ok: number;
  /** Of these, with the declared terms. */
  readonly verified: number;
  /** Of those in `ok`, with nothing that was compared. */
  readonly unread: number;
  readonly blocked: number;
  /** Sum over the answered checks, in milliseconds. */
  readonly latencyMs: number;
}

/** The sum of several days, and how many of them had checks. */
export interface CheckWindow extends Omit<CheckDay, 'date'> {
  readonly days: number;
}

/** The day of the last check so far, and the window that ends with it. */
export interface LastDay {
  readonly day: CheckDay;
  readonly window: CheckWindow;
}

/** A day with the percentiles of its answer times; null when nothing was answered. */
export interface LatencyDay extends CheckDay {
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

/** One check of a service, with what follows from it. */
export interface CheckRecord {
  readonly id: string;
  readonly subject: string;
  readonly check: Check;
  readonly day: CheckDay;
  /** As in `CheckFacts`. */
  readonly window: CheckWindow;
  readonly standing: Standing;
  readonly offers: OfferStandings;
  /** As in `CheckFacts`. */
  readonly furtherPayees: readonly string[];
  readonly traits: ChallengeTraits;
  readonly rails: readonly OtherRail[];
  /** The terms of the live 402, and since when, where that may be news. */
  readonly asked?: { readonly terms: readonly AskedTerms[]; readonly since: Date } | undefined;
}
