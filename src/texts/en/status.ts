import type { Reason, State } from '../../domain/state.ts';
import type { Status } from '../../domain/status.ts';
import type { TermName } from '../../views/known-service.ts';
import type { TrustView } from '../../views/trust.ts';

/** What each state means to a buyer. */
export const stateWords: Readonly<Record<State, { readonly label: string; readonly meaning: string }>> = {
  verified: {
    label: 'Verified',
    meaning: 'Its live 402 response asks for the price, wallet and network that its owner declares.',
  },
  price_differs: {
    label: 'Price differs',
    meaning: 'Its live 402 response asks for a different price than its owner declares.',
  },
  terms_differ: {
    label: 'Terms differ',
    meaning: 'Its live 402 response names a different wallet, network or token than its owner declares.',
  },
  varies: {
    label: 'Varies',
    meaning: 'Its live 402 response names another wallet or another price with each request.',
  },
  uncheckable: {
    label: 'Cannot be checked',
    meaning:
      'Its owner opted out, it keeps checks away, it asks for something that was not compared, or it sends no 402 response that can be read.',
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

/** What stands for "Terms differ" where the reason is known. */
export const differingTerms: Readonly<Partial<Record<Reason, string>>> = {
  wallet: 'Wallet differs',
  network: 'Network differs',
  token: 'Token differs',
};

/** What stands for "Varies" where the reason is known. */
export const varyingLabels: Readonly<Partial<Record<Reason, string>>> = {
  wallet: 'Wallet varies',
  price: 'Price varies',
};

/** Why a service cannot be checked or is down, in a few words. */
export const reasonNotes: Readonly<Partial<Record<Reason, string>>> = {
  opted_out: 'opted out of checks',
  blocked: 'keeps checks away',
  unread: 'asks for something that was not compared',
  other_rails: 'asks for payment by another protocol than x402',
  not_402: 'asks for no payment',
  malformed: 'unreadable 402',
};

/** The parts of a trust score. */
export const trustTitles: Readonly<Record<TrustView['components'][number]['name'], string>> = {
  terms: 'Terms as declared',
  availability: 'Availability',
  latency: 'Quick answers',
  age: 'Same wallet',
  buyers: 'Buyers',
};

/** The gravest difference, beside something else. */
export const mismatchLabels: Readonly<Record<TermName, string>> = {
  wallet: 'wallet differs',
  network: 'network differs',
  token: 'token differs',
  price: 'price differs',
};

export const notRated: string = 'Not rated';
export const trustOf = (score: number): string => `Trust ${String(score)} of 100`;

export const noPayments: string = 'No payments yet';
export const toSharedWallet = (payments: string): string => `${payments} to a shared wallet`;
