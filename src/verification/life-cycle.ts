import type { Check } from '../domain/check.ts';
import type { Status } from '../domain/status.ts';
import { isAnswered, type Verdict } from '../domain/verdict.ts';
import { thresholds } from './thresholds.ts';

/**
 * Where a service stands after all its checks.
 *
 *                   terms match
 *   unverified ─────────────────────► verified
 *     ▲   ▲  wallet, network or token differ: at once;      │
 *     │   └── price differs: after a grace period ──────────┤
 *     │ answers, but with other terms                       │ fails 3 times on end, over a day
 *     └──────────────── inactive ◄──────────────────────────┘ (so does an unverified one)
 *                          └── terms match: verified again
 *
 * Blocked checks count for nothing.
 */
export interface Standing {
  readonly status: Status;
  /** What the last check found; null before the first. */
  readonly verdict: Verdict | null;
  readonly detail: string | null;
  readonly checkedAt: Date | null;
  /** Since when every check found this, blocked ones aside. */
  readonly since: Date | null;
  /** Failed checks on end. */
  readonly failures: number;
  readonly failingSince: Date | null;
  /** Terms that were last read, and since when they have been these. */
  readonly termsKey: string | null;
  readonly termsSince: Date | null;
}

export const unchecked: Standing = {
  status: 'unverified',
  verdict: null,
  detail: null,
  checkedAt: null,
  since: null,
  failures: 0,
  failingSince: null,
  termsKey: null,
  termsSince: null,
};

/** The standing after one more check; checks come in the order of their times. */
export function advance(before: Standing, check: Check): Standing {
  const { at, verdict, detail } = check;
  if (verdict === 'blocked') return { ...before, verdict: before.verdict ?? verdict, checkedAt: at };

  const isAsBefore = before.verdict === verdict && before.since !== null;
  const since = isAsBefore ? before.since : at;
  const seen = { verdict, detail, checkedAt: at, since, ...terms(before, check) };
  return isAnswered(verdict)
    ? { ...seen, failures: 0, failingSince: null, status: answeredStatus(before.status, verdict, at, since) }
    : { ...seen, ...failed(before, at) };
}

function answeredStatus(before: Status, verdict: Verdict, at: Date, since: Date): Status {
  if (verdict === 'verified') return 'verified';

  const isInGrace = verdict === 'price_mismatch' && at.getTime() - since.getTime() < thresholds.priceGraceMs;
  return isInGrace && before === 'verified' ? 'verified' : 'unverified';
}

function failed(before: Standing, at: Date): Pick<Standing, 'status' | 'failures' | 'failingSince'> {
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? at;
  const isGone =
    failures >= thresholds.inactiveAfterChecks &&
    at.getTime() - failingSince.getTime() >= thresholds.inactiveAfterMs;

  return { status: isGone ? 'inactive' : before.status, failures, failingSince };
}

/** Terms that could not be read are not other terms. */
function terms(before: Standing, { at, termsKey }: Check): Pick<Standing, 'termsKey' | 'termsSince'> {
  if (termsKey === null || termsKey === before.termsKey) {
    return { termsKey: before.termsKey, termsSince: before.termsSince };
  }
  return { termsKey, termsSince: at };
}
