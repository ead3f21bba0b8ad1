import type { Facts } from '../domain/facts.ts';
import type { Standing } from '../domain/standing.ts';
import { thresholds } from './thresholds.ts';

/** From the first release on it changes whenever the same checks may give another score. */
const trustVersion = 'trust/1';

/** One part of a score: `value` from 0 to 1, null when unknown; a part that is unknown counts neither for nor against. */
interface TrustComponent {
  readonly name: 'terms' | 'availability' | 'latency' | 'age' | 'buyers';
  readonly weight: number;
  readonly value: number | null;
  /** What the value was made from, in words. */
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

const dayMs = 86_400_000;

/**
 * Scores what was observed; what owners say of themselves counts for nothing. The score is as of the last check, not as of now:
 * age and window stand still until the next one. So lists, records and this breakdown agree at any moment, and a restart changes
 * nothing. The alternative, scores that follow the clock, would have to be made anew for every service all the time, each time
 * replacing entries and the answers cached with them.
 */
export function trust(facts: Facts): Trust {
  const { standing, window } = facts;
  const components = [terms(facts), availability(facts), latency(facts), age(facts), buyers(facts)];
  const isUnknown = standing.checkedAt === null || window.checks === 0;

  return {
    version: trustVersion,
    score: isUnknown ? 0 : weightedPercent(components),
    rated: window.checks >= thresholds.ratedAfterChecks && window.days >= thresholds.ratedAfterDays,
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

/** Money that would go elsewhere, or nowhere, is worth nothing at once, whatever the history. */
function terms({ standing, window: { ok, verified } }: Facts): TrustComponent {
  const about = `${String(verified)} of ${String(ok)} answered checks showed the declared terms`;
  const flaw = goesElsewhere(standing)
    ? 'the last one showed another wallet, network or token'
    : goneText(standing);

  return { name: 'terms', weight: 40, ...judged(share(verified, ok), about, flaw) };
}

function availability({ standing, window: { checks, ok } }: Facts): TrustComponent {
  const about = `${String(ok)} of ${String(checks)} checks in ${String(thresholds.windowDays)} days were answered`;

  return { name: 'availability', weight: 30, ...judged(share(ok, checks), about, goneText(standing)) };
}

/** A value with its evidence; 0 where a flaw of now outweighs what was. */
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

function latency({ window: { ok, latencyMs } }: Facts): TrustComponent {
  if (ok === 0) return { name: 'latency', weight: 10, value: null, evidence: 'no check was answered' };

  const average = latencyMs / ok;
  const { quickMs, slowMs } = thresholds;
  return {
    name: 'latency',
    weight: 10,
    value: between(0, Math.log(slowMs / average) / Math.log(slowMs / quickMs), 1),
    evidence: `answers took ${String(Math.round(average))} ms on average`,
  };
}

function age({ standing: { termsSince, checkedAt } }: Facts): TrustComponent {
  if (termsSince === null || checkedAt === null) {
    return { name: 'age', weight: 15, value: null, evidence: 'no terms were read' };
  }

  const unchangedMs = checkedAt.getTime() - termsSince.getTime();
  return {
    name: 'age',
    weight: 15,
    value: between(0, unchangedMs / thresholds.settledAfterMs, 1),
    evidence: `the live terms have not changed for ${String(Math.floor(unchangedMs / dayMs))} days`,
  };
}

function buyers({ payments: { buyers: known } }: Facts): TrustComponent {
  const part = { name: 'buyers', weight: 5 } as const;
  if (known === null) return { ...part, value: null, evidence: 'payments are not counted' };

  return {
    ...part,
    value: between(0, Math.log1p(known) / Math.log1p(thresholds.manyBuyers), 1),
    evidence: `${String(known)} wallets paid`,
  };
}

/** A share that few counts cannot make high, nor a few bad ones low; 0 where nothing good was ever seen, null where nothing was. */
function share(good: number, all: number): number | null {
  if (all === 0) return null;

  const { priorChecks } = thresholds;
  return good === 0 ? 0 : (good + priorChecks / 2) / (all + priorChecks);
}

function between(least: number, value: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
