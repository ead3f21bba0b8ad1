import type { Status } from './status.ts';
import type { Verdict } from './verdict.ts';

/** How often a term changed from check to check lately. */
export interface Turnover {
  /** Grows with each change and sinks with each check that read the same, so that changes which lie far apart never add up. */
  readonly level: number;
  /** Since when, in milliseconds since 1970, the term counts as one that changes with each request; null while it does not. */
  readonly since: number | null;
}

/** The terms that some sellers change with each request. */
type VaryingTerm = 'wallet' | 'price';

/** How restless the live terms of a service are. */
export type Varying = Readonly<Record<VaryingTerm, Turnover>>;

/** A term that no recent check found changed. */
export const still: Turnover = { level: 0, since: null };
export const steady: Varying = { wallet: still, price: still };

/** Where a service stands after all its checks: everything that the next check is judged by. */
export interface Standing {
  readonly status: Status;
  /** The verdict of the last check, blocked ones aside; null before the first check. */
  readonly verdict: Verdict | null;
  /** Why, in one sentence. */
  readonly detail: string | null;
  /** Time of the last check, blocked or not. */
  readonly checkedAt: Date | null;
  /** Since when every check found this. */
  readonly since: Date | null;
  /** Consecutive failed checks. */
  readonly failures: number;
  readonly failingSince: Date | null;
  /** Identifies the terms that were last read, and since when they have been the same. */
  readonly termsKey: string | null;
  readonly termsSince: Date | null;
  /** Since when every check that read terms has found the declared wallet, network and token; null where the last of them did not. */
  readonly payeeSince: Date | null;
  /** Since when every check that read terms has found another price than the declared one; null where the last of them did not. */
  readonly priceDiffersSince: Date | null;
  readonly varying: Varying;
  /** Since when the service has asked for something that was not compared; null where the last check that it answered read terms. */
  readonly unreadSince: Date | null;
  /** Chains on which the live 402 accepts payment, as of the last check that verified it. */
  readonly chains: readonly string[];
  /** Whether a random path that cannot exist was last answered with 402 too; null when none was ever probed. */
  readonly isWildcard: boolean | null;
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
  payeeSince: null,
  priceDiffersSince: null,
  varying: steady,
  unreadSince: null,
  chains: [],
  isWildcard: null,
};
