import { z } from 'zod/mini';
import type { CheckFacts } from './facts.ts';
import type { DeclaredService } from './service.ts';
import type { Standing } from './standing.ts';
import type { Verdict } from './verdict.ts';
import type { Status } from './status.ts';

/** The states in the order in which pages list them. */
export const states = [
  'verified',
  'price_differs',
  'terms_differ',
  'varies',
  'uncheckable',
  'unchecked',
  'down',
] as const;

/** The state of a service after its last check: finer than its status, and made from the same facts. */
export const State = z.enum(states).check(
  z.meta({
    description:
      '`verified`: its live 402 asks for the declared terms; `price_differs`: for another price; `terms_differ`: for another wallet, network or token; `varies`: its wallet or price changes with each request; `uncheckable`: its owner opted out, it keeps checks away, it asks for something that was not compared, or it has no 402 that can be read; `unchecked`: not checked yet; `down`: no answer, or no 402 that can be read for over a day.',
    examples: ['verified'],
  }),
);
export type State = z.infer<typeof State>;

/** Why a service is in its state, where the state alone leaves it open. */
export type Reason =
  | 'wallet'
  | 'price'
  | 'network'
  | 'token'
  | 'opted_out'
  | 'blocked'
  | 'other_rails'
  | 'unread'
  | 'not_402'
  | 'malformed'
  | 'unreachable';

/** The part of an entry that decides its state. */
interface Checked {
  readonly declared: Pick<DeclaredService, 'probing'>;
  readonly observed: { readonly facts: Pick<CheckFacts, 'standing' | 'window' | 'rails'> };
}

interface Standpoint {
  readonly state: State;
  readonly reason: Reason | null;
}

const unchecked: Standpoint = { state: 'unchecked', reason: null };
const down: Standpoint = { state: 'down', reason: 'unreachable' };

const byVerdict: Readonly<Record<Verdict, Standpoint>> = {
  verified: { state: 'verified', reason: null },
  price_mismatch: { state: 'price_differs', reason: null },
  payto_mismatch: { state: 'terms_differ', reason: 'wallet' },
  network_mismatch: { state: 'terms_differ', reason: 'network' },
  asset_mismatch: { state: 'terms_differ', reason: 'token' },
  unread: { state: 'uncheckable', reason: 'unread' },
  not_402: { state: 'uncheckable', reason: 'not_402' },
  malformed: { state: 'uncheckable', reason: 'malformed' },
  blocked: { state: 'uncheckable', reason: 'blocked' },
  unreachable: down,
};

/**
 * The state of a service. Every list, page, picture and count takes it from here, so that no two can disagree.
 *
 * - An inactive service is down, whatever it answers or once asked.
 * - A wallet or a price that changes with each request says more than the one that the last check met.
 * - Otherwise, the verdict of the last check decides at once; a status waits for more checks, or for the end of a grace period.
 * - Terms that were seen before stand for as long as the status does while others are not compared. A service that asks for payment by another
 *   protocol does not wait for that.
 * - Keeping checks away clears nothing: a difference that was seen stays, and so does the want of an answer. It does end "verified": when the
 *   owner opts out, or when 30 days held nothing but blocked checks.
 */
export function stateOf(entry: Checked): State {
  return standpointOf(entry).state;
}

/** Why a service is in its state; null where the state says it all. */
export function reasonOf(entry: Checked): Reason | null {
  return standpointOf(entry).reason;
}

function standpointOf({ declared, observed: { facts } }: Checked): Standpoint {
  const { verdict, status } = facts.standing;
  const isOptedOut = declared.probing === false;
  if (verdict === null) return isOptedOut ? uncheckable('opted_out') : unchecked;

  const seen = seenIn(facts.standing, verdict);
  if (status === 'inactive') return seen.state === 'uncheckable' ? { ...seen, state: 'down' } : down;
  const varying = varyingStandpoint(facts.standing);
  if (varying) return varying;
  if (seen.state !== 'verified' && seen.state !== 'uncheckable') return seen;
  if (isOptedOut) return uncheckable('opted_out');
  if (verdict === 'unread' && facts.rails.length > 0) return uncheckable('other_rails');

  return facts.window.checks === 0 ? uncheckable('blocked') : seen;
}

function seenIn({ status, priceDiffersSince }: Standing, verdict: Verdict): Standpoint {
  const isStanding = verdict === 'unread' && status === 'verified';
  if (!isStanding) return byVerdict[verdict];

  return { state: priceDiffersSince === null ? 'verified' : 'price_differs', reason: 'unread' };
}

/** A wallet that differs once is what it is, however restless the price. */
function varyingStandpoint({ varying, verdict }: Standing): Standpoint | undefined {
  if (verdict === 'payto_mismatch' || verdict === 'verified') {
    if (varying.wallet.since !== null) return { state: 'varies', reason: 'wallet' };
  }
  if (verdict === 'price_mismatch' || verdict === 'verified') {
    if (varying.price.since !== null) return { state: 'varies', reason: 'price' };
  }
  return undefined;
}

function uncheckable(reason: Reason): Standpoint {
  return { state: 'uncheckable', reason };
}

/** The states that pages show for a status in a sentence or in an old link. A status lags behind: it outlives a changed price for a day. */
export const statesForStatus: Readonly<Record<Status, readonly State[]>> = {
  verified: ['verified'],
  unverified: ['price_differs', 'terms_differ', 'varies', 'uncheckable', 'unchecked'],
  inactive: ['down'],
};
