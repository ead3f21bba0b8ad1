import type { Check } from '../domain/check.ts';
import { dayMs } from '../domain/duration.ts';
import { chainsAmong } from '../domain/network.ts';
import type { Standing, Varying } from '../domain/standing.ts';
import type { Status } from '../domain/status.ts';
import { isAnswered, isCompared, type Verdict } from '../domain/verdict.ts';
import { keyOf } from './terms.ts';
import { varyingAfter } from './varying.ts';

/** How long a service stays verified while its live price differs from the declared one. */
export const priceGraceMs = dayMs;

/** How long terms stand that were seen before, while a service asks for something that is not compared. */
export const unreadGraceMs = 7 * dayMs;

/** A service becomes inactive after this many consecutive failed checks over at least this time. */
export const inactiveAfterChecks = 3;
export const inactiveAfterMs = dayMs;

/*
 * The life cycle of a service:
 *
 *                   terms match
 *   unverified ─────────────────────► verified
 *     ▲   ▲  wallet, network or token differ: at once;      │
 *     │   └── price differs: after a grace period ──────────┤
 *     │ answers, but with other terms                       │ fails 3 times in a row, over a day
 *     └──────────────── inactive ◄──────────────────────────┘ (so does an unverified one)
 *                          └── terms match: verified again
 *
 * Blocked checks change nothing. While its wallet changes with each request, a service stays unverified, even when it once names the declared
 * one; while its price does, the grace period continues. A check that compared nothing ends "verified" after a grace period.
 */

/** The standing after one more check. Pass checks in the order in which they were made. */
export function advance(standing: Standing, check: Check): Standing {
  const { at, verdict, detail } = check;
  const before = asOf(at, standing);
  if (verdict === 'blocked') return { ...before, verdict: before.verdict ?? verdict, checkedAt: at };

  const isAsBefore = before.verdict === verdict && before.since !== null;
  const since = isAsBefore ? before.since : at;
  const isWildcard = check.isWildcard ?? before.isWildcard;
  const { chains } = before;
  const varying = varyingAfter(before, check);
  const graces = {
    priceDiffersSince: priceDiffersAfter(before, check, varying),
    unreadSince: sinceAfter(before.unreadSince, 'unread', check),
  };
  const seen = {
    verdict,
    detail,
    checkedAt: at,
    since,
    isWildcard,
    chains,
    payeeSince: payeeSinceAfter(before, check),
    ...graces,
    varying,
    ...terms(before, check),
  };
  if (!isAnswered(verdict)) return { ...seen, ...failed(before, at) };

  const status = answeredStatus(before.status, check, { ...graces, varying });
  return { ...seen, failures: 0, failingSince: null, status, chains: chainsAfter(before, check, status) };
}

/** A standing without times that are still to come: a clock that was ahead left them, and what follows from their age would wait for them. */
function asOf(at: Date, standing: Standing): Standing {
  if (standing.checkedAt === null || standing.checkedAt <= at) return standing;

  const past = Object.entries(standing).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Date && value > at ? at : value,
  ]);
  return Object.fromEntries(past) as Standing;
}

/** Only a verified service gains chains from its 402; otherwise a seller who names every chain would pass every filter. */
function chainsAfter({ chains }: Standing, { verdict, terms }: Check, status: Status): readonly string[] {
  if (status !== 'verified') return [];
  if (verdict !== 'verified') return chains;

  const now = chainsAmong(terms.map(({ network }) => network));
  return now.join() === chains.join() ? chains : now;
}

/** A check that read no terms leaves this as it is. Another price does not end it. */
function payeeSinceAfter({ payeeSince }: Standing, { verdict, at }: Check): Date | null {
  if (verdict === 'verified' || verdict === 'price_mismatch') return payeeSince ?? at;

  return isCompared(verdict) ? null : payeeSince;
}

/** Among prices that change with each request, the declared one says nothing. */
function priceDiffersAfter({ priceDiffersSince }: Standing, check: Check, { price }: Varying): Date | null {
  const isByChance = check.verdict === 'verified' && price.since !== null;

  return isByChance ? priceDiffersSince : sinceAfter(priceDiffersSince, 'price_mismatch', check);
}

/** Since when a grace period runs. Only a check that compared terms ends it, or a seller could restart it by failing one. */
function sinceAfter(since: Date | null, begins: Verdict, { verdict, at }: Check): Date | null {
  if (verdict === begins) return since ?? at;

  return isCompared(verdict) ? null : since;
}

type Graces = Pick<Standing, 'priceDiffersSince' | 'unreadSince' | 'varying'>;

function answeredStatus(before: Status, { verdict, at }: Check, graces: Graces): Status {
  const { varying, priceDiffersSince, unreadSince } = graces;
  if (varying.wallet.since !== null) return 'unverified';
  if (verdict === 'verified' && varying.price.since === null) return 'verified';

  const mayStand = verdict === 'verified' || verdict === 'price_mismatch' || verdict === 'unread';
  const isInGrace = isWithin(priceGraceMs, priceDiffersSince, at) && isWithin(unreadGraceMs, unreadSince, at);
  return mayStand && isInGrace && before === 'verified' ? 'verified' : 'unverified';
}

function isWithin(graceMs: number, since: Date | null, at: Date): boolean {
  return since === null || at.getTime() - since.getTime() < graceMs;
}

function failed(before: Standing, at: Date): Pick<Standing, 'status' | 'failures' | 'failingSince'> {
  const failures = before.failures + 1;
  const failingSince = before.failingSince ?? at;
  const isGone = failures >= inactiveAfterChecks && at.getTime() - failingSince.getTime() >= inactiveAfterMs;

  return { status: isGone ? 'inactive' : before.status, failures, failingSince };
}

/** A check that read no terms leaves them unchanged. */
function terms(before: Standing, { at, terms: offered }: Check): TermsSeen {
  const { termsKey, termsSince } = before;
  if (offered.length === 0) return { termsKey, termsSince };

  const key = keyOf(offered);
  return key === termsKey ? { termsKey, termsSince } : { termsKey: key, termsSince: at };
}

type TermsSeen = Pick<Standing, 'termsKey' | 'termsSince'>;
