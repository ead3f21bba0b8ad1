import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Check } from '../domain/check.ts';
import { chainsAmong } from '../domain/network.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import type { Standing } from '../domain/standing.ts';
import type { Status } from '../domain/status.ts';
import { isAnswered, type Verdict } from '../domain/verdict.ts';
import { thresholds } from './thresholds.ts';

/*
 * The life cycle of a service:
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

/** The standing after one more check; checks come in the order of their times. */
export function advance(before: Standing, check: Check): Standing {
  const { at, verdict, detail } = check;
  if (verdict === 'blocked') return { ...before, verdict: before.verdict ?? verdict, checkedAt: at };

  const isAsBefore = before.verdict === verdict && before.since !== null;
  const since = isAsBefore ? before.since : at;
  const isWildcard = check.isWildcard ?? before.isWildcard;
  const { chains } = before;
  const seen = { verdict, detail, checkedAt: at, since, isWildcard, chains, ...terms(before, check) };
  if (!isAnswered(verdict)) return { ...seen, ...failed(before, at) };

  const status = answeredStatus(before.status, verdict, at, since);
  return { ...seen, failures: 0, failingSince: null, status, chains: chainsAfter(before, check, status) };
}

/** Only who keeps what was declared may add chains to it: the filters would else send buyers to anybody who names all of them. */
function chainsAfter({ chains }: Standing, { verdict, terms }: Check, status: Status): readonly string[] {
  if (status !== 'verified') return [];

  return verdict === 'verified' ? chainsAmong(terms.map(({ network }) => network)) : chains;
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
function terms(before: Standing, { at, terms: offered }: Check): TermsSeen {
  const { termsKey, termsSince } = before;
  if (offered.length === 0) return { termsKey, termsSince };

  const key = keyOf(offered);
  return key === termsKey ? { termsKey, termsSince } : { termsKey: key, termsSince: at };
}

type TermsSeen = Pick<Standing, 'termsKey' | 'termsSince'>;

/** A longer key is kept as its hash. */
const longestKey = 2_048;

/** The same for the same terms, in whatever order they come. */
function keyOf(offered: readonly PaymentTerms[]): string {
  const key = offered
    .map(({ scheme, network, payTo, asset, amount }) => [scheme, network, payTo, asset, amount].join(' '))
    .sort()
    .join('\n');

  return key.length > longestKey ? `0x${bytesToHex(sha256(utf8ToBytes(key)))}` : key;
}
