import { nouns } from '#texts/nouns.ts';
import {
  differingTerms,
  noPayments,
  reasonNotes,
  stateWords,
  toSharedWallet,
  trustOf,
  varyingLabels,
} from '#texts/status.ts';
import type { Reason, State } from '../domain/state.ts';
import type { CountedPayments, KnownService } from '../views/known-service.ts';

/** A state with its reason, as much as its label needs. */
export type LabelledState = Pick<KnownService, 'state' | 'reason'>;

const termLabels: Readonly<Partial<Record<State, Readonly<Partial<Record<Reason, string>>>>>> = {
  terms_differ: differingTerms,
  varies: varyingLabels,
};

/** The state of a service in its word; where terms differ or vary, it names which: `Wallet differs`. */
export function stateLabel({ state, reason }: LabelledState): string {
  const terms = termLabels[state];
  const label = terms && reason !== null ? terms[reason] : undefined;

  return label ?? stateWords[state].label;
}

/** Why a service cannot be checked or is down, in a few words; null where its label says enough. */
export function reasonNote({ state, reason }: LabelledState): string | null {
  if (state !== 'uncheckable' && state !== 'down') return null;

  const notes: Readonly<Partial<Record<Reason, string>>> = reasonNotes;
  return (reason && notes[reason]) ?? null;
}

/** The trust score in words. */
export function trustLabel({ trustScore }: Pick<KnownService, 'trustScore'>): string | null {
  return trustScore === null ? null : trustOf({ score: trustScore });
}

/** The payments in a list; null where none are counted: `1,234 payments`. */
export function paymentsLabel({ payments }: { readonly payments: ListedPayments | null }): string | null {
  if (payments === null) return null;
  if (payments.txCount === 0) return noPayments;

  const label = nouns.payment({ count: payments.txCount });
  return payments.attribution === 'wallet' ? toSharedWallet({ payments: label }) : label;
}

export type ListedPayments = Pick<CountedPayments, 'txCount' | 'attribution'>;
