import type { Check } from '../domain/check.ts';
import { dayMs } from '../domain/duration.ts';
import { chainsAmong } from '../domain/network.ts';
import type { Standing } from '../domain/standing.ts';
import type { Status } from '../domain/status.ts';
import type { Varying } from '../domain/varying.ts';
import { isAnswered, isOnOtherRails } from '../domain/verdict.ts';
import { keyOf } from './terms-key.ts';
import { varyingAfter } from './varying.ts';

/** How long a service stays verified while its live price differs from the declared one. */
export const priceGraceMs = dayMs;

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
 * one; while its price does, the grace period goes on. A payment by another protocol than x402 is asked for with other terms.
 */

/** The standing after one more check. Pass checks in chronological order. */
export function advance(before: Standing, check: Check): Standing {
  const { at, verdict, detail } = check;
  if (verdict === 'blocked') return { ...before, verdict: before.verdict ?? verdict, checkedAt: at };

  const isAsBefore = before.verdict === verdict && before.since !== null;
  const since = isAsBefore ? before.since : at;
  const isWildcard = check.isWildcard ?? before.isWildcard;
  const { chains } = before;
  const varying = varyingAfter(before, check);
  const priceDiffersSince = priceDiffersAfter(before, check, varying);
  const seen = {
    verdict,
    detail,
    checkedAt: at,
    since,
    isWildcard,
    chains,
    payeeSince: payeeSinceAfter(before, check),
    priceDiffersSince,
    varying,
    ...terms(before, check),
  };
  if (!isAnswered(verdict) && !isOnOtherRails(check)) return { ...seen, ...failed(before, at) };

  const status = answeredStatus(before.status, check, { varying, priceDiffersSince });
  return { ...seen, failures: 0, failingSince: null, status, chains: chainsAfter(before, check, status) };
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

  return isAnswered(verdict) ? null : payeeSince;
}

/**
 * A check that read no terms leaves this as it is, or a seller could begin the grace period anew by failing one. So does the declared price,
 * once, among many others.
 */
function priceDiffersAfter(before: Standing, { verdict, at }: Check, { price }: Varying): Date | null {
  if (verdict === 'price_mismatch') return before.priceDiffersSince ?? at;

  return isAnswered(verdict) && price.since === null ? null : before.priceDiffersSince;
}

function answeredStatus(
  before: Status,
  { verdict, at }: Check,
  { varying, priceDiffersSince }: Pick<Standing, 'varying' | 'priceDiffersSince'>,
): Status {
  if (varying.wallet.since !== null) return 'unverified';

  const isAtPrice = verdict === 'verified' && varying.price.since === null;
  if (isAtPrice) return 'verified';

  const mayBePrice = verdict === 'verified' || verdict === 'price_mismatch';
  const isInGrace = mayBePrice && at.getTime() - (priceDiffersSince ?? at).getTime() < priceGraceMs;
  return isInGrace && before === 'verified' ? 'verified' : 'unverified';
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
