import type { Status } from '../domain/status.ts';
import type { CountedPayments, KnownService, TermName, Unmeasured } from '../views/known-service.ts';
import type { TrustView } from '../views/trust.ts';
import { counted } from './formats.ts';

/** What each status means to a buyer. */
export const statusWords = {
  verified: {
    label: 'Verified',
    meaning: 'Its live 402 response asks for the price, wallet and network that its owner declares.',
  },
  unverified: {
    label: 'Unverified',
    meaning: 'Its live 402 response has not matched what its owner declares.',
  },
  inactive: {
    label: 'Inactive',
    meaning: 'It did not answer when it was last checked.',
  },
} as const satisfies Record<Status, { label: string; meaning: string }>;

const unmeasuredWords: Readonly<Record<Unmeasured, { label: string; meaning: string }>> = {
  not_checked: { label: 'Not checked yet', meaning: 'It has not been checked yet.' },
  opted_out: { label: 'Opted out of checks', meaning: 'Its owner asked Tollbook not to check it.' },
  blocked: {
    label: 'Turns checks away',
    meaning:
      'Its endpoint has blocked every check of the last 30 days, by robots.txt, a 403 or 429 response, or a challenge page. That is neither good nor bad.',
  },
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

/** The trust score in words, or why there is none. */
export function trustLabel(known: Pick<KnownService, 'trustScore' | 'unmeasured'>): string {
  const { trustScore, unmeasured } = known;
  if (unmeasured !== null) return unmeasuredWords[unmeasured].label;

  return trustScore === null ? 'Not rated' : `Trust ${String(trustScore)} of 100`;
}

/** The payments in a list; null where none are counted: `1,234 payments`. */
export function paymentsLabel({ payments }: { readonly payments: ListedPayments | null }): string | null {
  if (payments === null) return null;
  if (payments.txCount === 0) return 'No payments yet';

  const label = counted(payments.txCount, 'payment');
  return payments.attribution === 'wallet' ? `${label} to a shared wallet` : label;
}

export type ListedPayments = Pick<CountedPayments, 'txCount' | 'attribution'>;

/** What a buyer should know first about a service, in a few sentences. */
export function standingSentences(known: KnownService): string {
  const { status, mismatch, unmeasured } = known;
  // A mismatch contradicts "verified" and says more than "unverified", and so does the reason for missing checks.
  const isSaid = mismatch !== null || (status === 'unverified' && unmeasured !== null);
  const sentences = [
    ...(isSaid && status !== 'inactive' ? [] : [statusWords[status].meaning]),
    ...(mismatch === null ? [] : [mismatchSentences[mismatch]]),
    ...(unmeasured === null ? [] : [unmeasuredWords[unmeasured].meaning]),
    ...(known.wallet.observed !== null
      ? []
      : ['Price, wallet and network are only what its owner declares.']),
  ];

  return sentences.join(' ');
}

const mismatchSentences: Readonly<Record<TermName, string>> = {
  wallet: 'Its live 402 response names a different wallet than its owner declares: payments would go there.',
  network: 'Its live 402 response asks for payment on a different network than its owner declares.',
  token: 'Its live 402 response asks for a different token than its owner declares.',
  price: 'Its live 402 response asks for a different price than its owner declares.',
};
