import { dayMs } from '../domain/duration.ts';
import type { Facts, PaymentFlag } from '../domain/facts.ts';
import type { Standing } from '../domain/standing.ts';
import { windowDays } from './uptime.ts';

/** After the first release, change this whenever the same facts could give a different score. */
const trustVersion = 'trust/2';

/** What a score is made from. */
type Evidence = Pick<Facts, 'standing' | 'window' | 'payments'>;

/** What a part of a score is based on. */
export type TrustFinding =
  | {
      readonly name: 'terms';
      /** Answered checks. */
      readonly ok: number;
      /** Those of them that showed the declared terms. */
      readonly verified: number;
      /** What makes the value 0: payment goes elsewhere, or nobody answers any more. */
      readonly flaw: 'elsewhere' | 'gone' | null;
    }
  | {
      readonly name: 'availability';
      readonly checks: number;
      /** Those of them that were answered. */
      readonly ok: number;
      readonly days: number;
      readonly flaw: 'gone' | null;
    }
  /** Null where no check was answered. */
  | { readonly name: 'latency'; readonly averageMs: number | null }
  /** How long the live terms have stayed the same, in whole days; null where none were read. */
  | { readonly name: 'age'; readonly unchangedDays: number | null }
  | {
      readonly name: 'buyers';
      /** Null where they are not known. */
      readonly wallets: number | null;
      readonly isShared: boolean;
      /** Wallets that paid and are not counted. */
      readonly leftOut: readonly PaymentFlag[];
    };

/** One part of a score: `value` is from 0 to 1, or null when unknown. An unknown part counts neither for nor against. */
export type TrustComponent = TrustFinding & { readonly weight: number; readonly value: number | null };

export interface Trust {
  readonly version: typeof trustVersion;
  /** 0 to 100. */
  readonly score: number;
  /** False while there is too little history for the score to mean much. */
  readonly rated: boolean;
  readonly components: readonly TrustComponent[];
}

/** Checks, and days with checks, below which a score is marked unrated. */
const ratedAfterChecks = 10;
const ratedAfterDays = 3;

/** A prior: this many checks, half of them good, are added to the counted ones, because a few good checks prove little. */
const priorChecks = 10;

/** A latency of `quickMs` or less scores 1, one of `slowMs` or more scores 0. */
const quickMs = 500;
const slowMs = 5_000;

/** Terms that stayed the same for this long score 1. */
const settledAfterMs = 90 * dayMs;

/** This many buyers score 1. */
const manyBuyers = 50;

/**
 * Scores what was observed; declarations count for nothing. The score is as of the last check, not as of now:
 * age and window stand still until the next check. So lists, records and this breakdown always agree, and a restart changes
 * nothing. The alternative, scores that follow the clock, would mean recomputing every service all the time, each time
 * replacing entries and the answers cached for them.
 */
export function trust(facts: Evidence): Trust {
  const { standing, window } = facts;
  const components = [terms(facts), availability(facts), latency(facts), age(facts), buyers(facts)];
  const isUnknown = standing.checkedAt === null || window.checks === 0;

  return {
    version: trustVersion,
    score: isUnknown ? 0 : weightedPercent(components),
    rated: window.checks >= ratedAfterChecks && window.days >= ratedAfterDays,
    components,
  };
}

function weightedPercent(components: readonly TrustComponent[]): number {
  let [sum, weights] = [0, 0];
  for (const { weight, value } of components) {
    if (value === null) continue;
    sum += weight * value;
    weights += weight;
  }
  return weights === 0 ? 0 : Math.round((100 * sum) / weights);
}

/** Terms that send money elsewhere, or nowhere, score 0 at once, whatever the history. */
function terms({ standing, window: { ok, verified } }: Evidence): TrustComponent {
  const flaw = goesElsewhere(standing) ? 'elsewhere' : goneFlaw(standing);

  return { name: 'terms', weight: 40, value: judged(share(verified, ok), flaw), ok, verified, flaw };
}

function availability({ standing, window: { checks, ok } }: Evidence): TrustComponent {
  const flaw = goneFlaw(standing);
  const value = judged(share(ok, checks), flaw);

  return { name: 'availability', weight: 30, value, checks, ok, days: windowDays, flaw };
}

/** A present flaw makes the value 0, whatever the past. */
function judged(value: number | null, flaw: string | null): number | null {
  return flaw === null ? value : 0;
}

function goesElsewhere({ verdict }: Standing): boolean {
  return verdict === 'payto_mismatch' || verdict === 'network_mismatch' || verdict === 'asset_mismatch';
}

function goneFlaw({ status }: Standing): 'gone' | null {
  return status === 'inactive' ? 'gone' : null;
}

function latency({ window: { ok, latencyMs } }: Evidence): TrustComponent {
  if (ok === 0) return { name: 'latency', weight: 10, value: null, averageMs: null };

  const average = latencyMs / ok;
  return {
    name: 'latency',
    weight: 10,
    value: between(0, Math.log(slowMs / average) / Math.log(slowMs / quickMs), 1),
    averageMs: Math.round(average),
  };
}

function age({ standing: { termsSince, checkedAt } }: Evidence): TrustComponent {
  if (termsSince === null || checkedAt === null) {
    return { name: 'age', weight: 10, value: null, unchangedDays: null };
  }

  const unchangedMs = checkedAt.getTime() - termsSince.getTime();
  return {
    name: 'age',
    weight: 10,
    value: between(0, unchangedMs / settledAfterMs, 1),
    unchangedDays: Math.floor(unchangedMs / dayMs),
  };
}

/** Wallets that paid, not payments, since one wallet may pay as often as it likes. */
function buyers({ payments: { buyers: known, attribution, flags } }: Evidence): TrustComponent {
  return {
    name: 'buyers',
    weight: 10,
    value: known === null ? null : between(0, Math.log1p(known) / Math.log1p(manyBuyers), 1),
    wallets: known,
    isShared: attribution === 'wallet',
    leftOut: flags,
  };
}

/** The share of good checks, smoothed so that a few checks cannot make it extreme; 0 without any good check, null without any check. */
function share(good: number, all: number): number | null {
  if (all === 0) return null;

  return good === 0 ? 0 : (good + priorChecks / 2) / (all + priorChecks);
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
