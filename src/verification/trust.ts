import { dayMs } from '../domain/duration.ts';
import type { Facts, PaymentFlag } from '../domain/facts.ts';
import type { Standing } from '../domain/standing.ts';
import { windowDays } from './uptime.ts';

/** After the first release, change this whenever the same facts could give a different score. */
const trustVersion = 'trust/2';

/** What a score is made from. */
type Evidence = Pick<Facts, 'standing' | 'window' | 'payments'>;

/** One part of a score: `value` is from 0 to 1, or null when unknown. An unknown part counts neither for nor against. */
interface TrustComponent {
  readonly name: 'terms' | 'availability' | 'latency' | 'age' | 'buyers';
  readonly weight: number;
  readonly value: number | null;
  /** One sentence that says what the value is based on. */
  readonly evidence: string;
}

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
  const about = `${String(verified)} of ${String(ok)} answered checks showed the declared terms`;
  const flaw = goesElsewhere(standing)
    ? 'the last one showed another wallet, network or token'
    : goneText(standing);

  return { name: 'terms', weight: 40, ...judged(share(verified, ok), about, flaw) };
}

function availability({ standing, window: { checks, ok } }: Evidence): TrustComponent {
  const about = `${String(ok)} of ${String(checks)} checks in ${String(windowDays)} days were answered`;

  return { name: 'availability', weight: 30, ...judged(share(ok, checks), about, goneText(standing)) };
}

/** A value with its evidence. A present flaw makes the value 0, whatever the past. */
function judged(
  value: number | null,
  about: string,
  flaw: string | undefined,
): Pick<TrustComponent, 'value' | 'evidence'> {
  return flaw === undefined ? { value, evidence: about } : { value: 0, evidence: `${about}; ${flaw}` };
}

function goesElsewhere({ verdict }: Standing): boolean {
  return verdict === 'payto_mismatch' || verdict === 'network_mismatch' || verdict === 'asset_mismatch';
}

function goneText({ status }: Standing): string | undefined {
  return status === 'inactive' ? 'it no longer answers' : undefined;
}

function latency({ window: { ok, latencyMs } }: Evidence): TrustComponent {
  if (ok === 0) return { name: 'latency', weight: 10, value: null, evidence: 'no check was answered' };

  const average = latencyMs / ok;
  return {
    name: 'latency',
    weight: 10,
    value: between(0, Math.log(slowMs / average) / Math.log(slowMs / quickMs), 1),
    evidence: `answers took ${String(Math.round(average))} ms on average`,
  };
}

function age({ standing: { termsSince, checkedAt } }: Evidence): TrustComponent {
  if (termsSince === null || checkedAt === null) {
    return { name: 'age', weight: 10, value: null, evidence: 'no terms were read' };
  }

  const unchangedMs = checkedAt.getTime() - termsSince.getTime();
  return {
    name: 'age',
    weight: 10,
    value: between(0, unchangedMs / settledAfterMs, 1),
    evidence: `the live terms have not changed for ${String(Math.floor(unchangedMs / dayMs))} days`,
  };
}

/** Wallets that paid, not payments, since one wallet may pay as often as it likes. */
function buyers({ payments: { buyers: known, attribution, flags } }: Evidence): TrustComponent {
  const part = { name: 'buyers', weight: 10 } as const;
  if (known === null) {
    const evidence =
      attribution === 'wallet' ? 'all payments are those of a shared wallet' : 'payments are not counted';
    return { ...part, value: null, evidence };
  }

  const leftOut = flags.map((flag) => doubtful[flag]).join(' and ');
  return {
    ...part,
    value: between(0, Math.log1p(known) / Math.log1p(manyBuyers), 1),
    evidence: `${String(known)} ${known === 1 ? 'wallet' : 'wallets'} paid${leftOut && `, not counting ${leftOut}`}`,
  };
}

const doubtful: Readonly<Record<PaymentFlag, string>> = {
  self_payments: 'its own',
  single_payer: 'one that made more than 90 % of the payments',
};

/** The share of good checks, smoothed so that a few checks cannot make it extreme; 0 without any good check, null without any check. */
function share(good: number, all: number): number | null {
  if (all === 0) return null;

  return good === 0 ? 0 : (good + priorChecks / 2) / (all + priorChecks);
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
