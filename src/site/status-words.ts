import { nouns } from '#texts/nouns.ts';
import type { Reason, State } from '../domain/state.ts';
import type { Status } from '../domain/status.ts';
import type { CountedPayments, KnownService, TermName } from '../views/known-service.ts';
import type { TrustView } from '../views/trust.ts';
import { counted } from '../texts/formats.ts';

/** What each state means to a buyer. */
export const stateWords: Readonly<Record<State, { readonly label: string; readonly meaning: string }>> = {
  verified: {
    label: 'Verified',
    meaning: 'Its live 402 response asks for the price, wallet and network that its owner declares.',
  },
  price_differs: {
    label: 'Price differs',
    meaning: 'Its live 402 response asks for another price than its owner declares.',
  },
  terms_differ: {
    label: 'Terms differ',
    meaning: 'Its live 402 response names another wallet, network or token than its owner declares.',
  },
  uncheckable: {
    label: 'Cannot be checked',
    meaning: 'Its owner opted out, it keeps checks away, or it sends no 402 response that can be read.',
  },
  unchecked: {
    label: 'Not checked yet',
    meaning: 'No check has seen it yet.',
  },
  down: {
    label: 'Down',
    meaning: 'It did not answer its last check, or has sent no 402 that can be read for over a day.',
  },
};

/** The statuses of the API, which sentences and old links filter by. */
export const statusLabels: Readonly<Record<Status, string>> = {
  verified: 'Verified',
  unverified: 'Unverified',
  inactive: 'Inactive',
};

/** A state with its reason, as much as its label needs. */
export type LabelledState = Pick<KnownService, 'state' | 'reason'>;

/** The state of a service in its word; where terms differ, it names which: `Wallet differs`. */
export function stateLabel({ state, reason }: LabelledState): string {
  const term = state === 'terms_differ' && reason !== null ? differingTerms[reason] : undefined;

  return term ?? stateWords[state].label;
}

const differingTerms: Readonly<Partial<Record<Reason, string>>> = {
  wallet: 'Wallet differs',
  network: 'Network differs',
  token: 'Token differs',
};

/** Why a service cannot be checked or is down, in a few words; null where its label says enough. */
export function reasonNote({ state, reason }: LabelledState): string | null {
  if (state !== 'uncheckable' && state !== 'down') return null;

  return (reason && reasonNotes[reason]) ?? null;
}

const reasonNotes: Readonly<Partial<Record<Reason, string>>> = {
  opted_out: 'opted out of checks',
  blocked: 'keeps checks away',
  not_402: 'asks for no payment',
  malformed: 'unreadable 402',
};

/** The parts of a trust score. */
export const trustTitles: Readonly<Record<TrustView['components'][number]['name'], string>> = {
  terms: 'Terms as declared',
  availability: 'Availability',
  latency: 'Quick answers',
  age: 'Settled terms',
  buyers: 'Buyers',
};

/** The gravest difference in two words: `wallet differs`. */
export function mismatchLabel(mismatch: TermName): string {
  return `${mismatch} differs`;
}

/** The trust score in words. */
export function trustLabel({ trustScore }: Pick<KnownService, 'trustScore'>): string {
  return trustScore === null ? 'Not rated' : `Trust ${String(trustScore)} of 100`;
}

/** The payments in a list; null where none are counted: `1,234 payments`. */
export function paymentsLabel({ payments }: { readonly payments: ListedPayments | null }): string | null {
  if (payments === null) return null;
  if (payments.txCount === 0) return 'No payments yet';

  const label = counted(payments.txCount, nouns.payment);
  return payments.attribution === 'wallet' ? `${label} to a shared wallet` : label;
}

export type ListedPayments = Pick<CountedPayments, 'txCount' | 'attribution'>;
