import type { Status } from './status.ts';
import type { Verdict } from './verdict.ts';

/** Where a service stands after all its checks. */
export interface Standing {
  readonly status: Status;
  /** What the last check found, blocked ones aside; null before the first. */
  readonly verdict: Verdict | null;
  /** Why, in one sentence. */
  readonly detail: string | null;
  /** Time of the last check, blocked or not. */
  readonly checkedAt: Date | null;
  /** Since when every check found this. */
  readonly since: Date | null;
  /** Failed checks on end. */
  readonly failures: number;
  readonly failingSince: Date | null;
  /** Terms that were last read, and since when they have been these. */
  readonly termsKey: string | null;
  readonly termsSince: Date | null;
  /** The chains that the live 402 accepts payment on, as of the last check that verified it. */
  readonly chains: readonly string[];
  /** Whether a path that nobody can have meant was last answered with 402 too; null when none was ever asked. */
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
  chains: [],
  isWildcard: null,
};
