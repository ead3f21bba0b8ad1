import { dayMs } from '../domain/duration.ts';
import type { Buyers, Facts } from '../domain/facts.ts';
import type { Standing } from '../domain/standing.ts';
import { averageMs, windowDays } from './uptime.ts';

/** After the first release, change this whenever the same facts could give a different score. */
const trustVersion = 'trust/2';

type Evidence = Pick<Facts, 'standing' | 'window' | 'payments'>;

/** What makes the whole score 0, whatever the history: payment goes elsewhere, or nobody answers any more. */
export type TrustFlaw = 'elsewhere' | 'gone';

/** What a part of a score is based on. */
export type TrustFinding =
  | {
      readonly name: 'terms';
      /** Checks that compared terms. */
      readonly ok: number;
      /** Those of them that showed the declared terms. */
      readonly verified: number;
      readonly flaw: Extract<TrustFlaw, 'elsewhere'> | null;
    }
  | {
      readonly name: 'availability';
      readonly checks: number;
      /** Those of them that were answered. */
      readonly ok: number;
      readonly days: number;
      readonly flaw: Extract<TrustFlaw, 'gone'> | null;
    }
  /** Null where no check was answered. */
  | { readonly name: 'latency'; readonly averageMs: number | null }
  | {
      readonly name: 'age';
      /** How long the live 402 has asked for the declared wallet, network and token, in whole days; null where the last one read did not. */
      readonly days: number | null;
      readonly checks: number;
      /** Those of them that were answered with the declared terms. */
      readonly verified: number;
    }
  | {
      readonly name: 'buyers';
      /** Null where they are not known. */
      readonly buyers: Buyers | null;
      readonly isShared: boolean;
    };

/** One part of a score: `value` is from 0 to 1, or null when unknown. An unknown part gives nothing. */
export type TrustComponent = TrustFinding & { readonly weight: number; readonly value: number | null };

/** What would raise a score: fixing its flaw, or else improving a component. */
export interface TrustStep {
  readonly name: TrustFinding['name'];
  readonly flaw: TrustFlaw | null;
  /** How much higher the score would be; above 0. */
  readonly points: number;
}

export interface Trust {
  readonly version: typeof trustVersion;
  /** 0 to 100: the sum of the weights, each times its value. */
  readonly score: number;
  /** False while there is too little history for the score to mean much. */
  readonly rated: boolean;
  readonly components: readonly TrustComponent[];
  /** The step that would raise the score most; null where none would. */
  readonly next: TrustStep | null;
}

/** The rules of the score, which `/docs/trust/` explains. */
export const trustRules = {
  weights: { terms: 10, availability: 5, latency: 5, age: 40, buyers: 40 },
  /** Checks, and days with checks, below which a score is marked unrated. */
  ratedAfterChecks: 10,
  ratedAfterDays: 7,
  /** A prior: this many checks, half of them good, are added to the counted ones, because a few good checks prove little. */
  priorChecks: 10,
  /** A latency of `quickMs` or less scores 1, one of `slowMs` or more scores 0. */
  quickMs: 500,
  slowMs: 5_000,
  /** A service that was paid at the same wallet for this long scores 1. */
  settledAfterDays: 90,
  /** Buyers of this weight score 1. */
  manyBuyers: 50,
  /** How much longer the wallet stays the same in the next step. */
  stepDays: 30,
} as const;

const { weights, ratedAfterChecks, ratedAfterDays, priorChecks, quickMs, slowMs } = trustRules;
const { settledAfterDays, manyBuyers, stepDays } = trustRules;

/**
 * Scores what was observed; declarations count for nothing. The score is as of the last check, not as of now:
 * age and window stand still until the next check. So lists, records and this breakdown always agree, and a restart changes
 * nothing. The alternative, scores that follow the clock, would mean recomputing every service all the time, each time
 * replacing entries and the answers cached for them.
 */
export function trust(facts: Evidence): Trust {
  const { standing, window } = facts;
  const earned = [terms(facts), availability(facts), latency(facts), age(facts), buyers(facts)];
  const flaw = flawOf(facts);
  const isUnseen = standing.checkedAt === null || comparedIn(window) === 0;
  const components = isUnseen || flaw !== null ? earned.map(worthless) : earned;

  return {
    version: trustVersion,
    score: sumOf(components),
    rated: window.checks >= ratedAfterChecks && window.days >= ratedAfterDays,
    components,
    next: isUnseen ? null : flaw === null ? bestStep(facts, earned) : mendingStep(flaw, earned),
  };
}

/** The weight of buyers that give this value: the inverse of the value that `trust` gives to buyers. */
export function buyersFor(value: number): number {
  return Math.expm1(value * Math.log1p(manyBuyers));
}

function sumOf(components: readonly TrustComponent[]): number {
  return Math.round(components.reduce((sum, { weight, value }) => sum + weight * (value ?? 0), 0));
}

function worthless(component: TrustComponent): TrustComponent {
  return { ...component, value: component.value === null ? null : 0 };
}

/** Terms that pay elsewhere stay a flaw until others are read: a check that fails mends nothing. Terms that were never compared pay nobody else. */
function flawOf({ standing, window }: Pick<Evidence, 'standing' | 'window'>): TrustFlaw | null {
  const { termsSince, payeeSince, unreadSince, status } = standing;
  const isNeverCompared = unreadSince !== null && comparedIn(window) === 0;
  if (termsSince !== null && payeeSince === null && !isNeverCompared) return 'elsewhere';

  return status === 'inactive' ? 'gone' : null;
}

function mendingStep(flaw: TrustFlaw, earned: readonly TrustComponent[]): TrustStep | null {
  const points = sumOf(earned);

  return points === 0 ? null : { name: flaw === 'gone' ? 'availability' : 'terms', flaw, points };
}

/** Each part may be bettered: those of checks as if all had been good, age and buyers by one step. */
function bestStep(facts: Evidence, earned: readonly TrustComponent[]): TrustStep | null {
  const score = sumOf(earned);
  const steps = earned.map((part): TrustStep => {
    const bettered = earned.map((each) =>
      each === part ? { ...each, value: valueAfterStep(each, facts) } : each,
    );
    return { name: part.name, flaw: null, points: sumOf(bettered) - score };
  });
  const best = steps.reduce((most, step) => (step.points > most.points ? step : most));

  return best.points > 0 ? best : null;
}

function valueAfterStep(part: TrustComponent, { standing, window, payments }: Evidence): number | null {
  if (part.value === null) return null;
  switch (part.name) {
    case 'terms':
      return share(part.ok, part.ok);
    case 'availability':
      return share(part.checks, part.checks);
    case 'latency':
      return 1;
    case 'age':
      return ageValue(payeeDays(standing) + stepDays, window);
    case 'buyers':
      return buyersValue((payments.buyers?.weight ?? 0) + 1);
  }
}

function terms({ standing, window }: Evidence): TrustComponent {
  const { verified } = window;
  const ok = comparedIn(window);
  const flaw = flawOf({ standing, window }) === 'elsewhere' ? 'elsewhere' : null;

  return { name: 'terms', weight: weights.terms, value: share(verified, ok), ok, verified, flaw };
}

function availability({ standing, window }: Evidence): TrustComponent {
  const { checks, ok } = window;
  const flaw = flawOf({ standing, window }) === 'gone' ? 'gone' : null;
  const value = share(ok, checks);

  return {
    name: 'availability',
    weight: weights.availability,
    value,
    checks,
    ok,
    days: windowDays,
    flaw,
  };
}

function latency({ window }: Evidence): TrustComponent {
  const { ok, latencyMs } = window;
  const value =
    ok === 0 ? null : clampToUnit(Math.log((slowMs * ok) / latencyMs) / Math.log(slowMs / quickMs));

  return { name: 'latency', weight: weights.latency, value, averageMs: averageMs(window) };
}

/** Time served well: how long the wallet has stayed the same, times the share of checks that were answered with the declared terms. */
function age({ standing, window }: Evidence): TrustComponent {
  const { verified } = window;
  const checks = window.checks - window.unread;
  const isKnown = standing.payeeSince !== null;
  const days = payeeDays(standing);

  return {
    name: 'age',
    weight: weights.age,
    value: isKnown ? ageValue(days, window) : null,
    days: isKnown ? Math.floor(days) : null,
    checks,
    verified,
  };
}

function ageValue(days: number, { checks: all, verified, unread }: Evidence['window']): number {
  const checks = all - unread;

  return checks === 0 ? 0 : (clampToUnit(days / settledAfterDays) * verified) / checks;
}

/** The answered checks but those that compared nothing, which speak neither for the terms nor against them. */
function comparedIn({ ok, unread }: Evidence['window']): number {
  return ok - unread;
}

function payeeDays({ payeeSince, checkedAt }: Standing): number {
  return payeeSince === null || checkedAt === null ? 0 : (checkedAt.getTime() - payeeSince.getTime()) / dayMs;
}

/** Wallets by what they paid, each up to a bound, since one wallet may pay as often as it likes. */
function buyers({ payments: { buyers: known, attribution } }: Evidence): TrustComponent {
  return {
    name: 'buyers',
    weight: weights.buyers,
    value: known === null ? null : buyersValue(known.weight),
    buyers: known,
    isShared: attribution === 'wallet',
  };
}

function buyersValue(weight: number): number {
  return clampToUnit(Math.log1p(weight) / Math.log1p(manyBuyers));
}

/** The share of good checks, smoothed so that a few checks cannot make it extreme; 0 without any good check, null without any check. */
function share(good: number, all: number): number | null {
  if (all === 0) return null;

  return good === 0 ? 0 : (good + priorChecks / 2) / (all + priorChecks);
}

function clampToUnit(value: number): number {
  return Math.min(1, Math.max(0, value));
}
