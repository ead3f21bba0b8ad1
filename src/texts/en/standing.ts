import type { Verdict } from '../../domain/verdict.ts';
import type { TermName } from '../../views/known-service.ts';

/** What the last check saw, as the API words it. */
export interface SeenCheck {
  readonly verdict: Verdict | null;
  readonly detail: string;
  readonly httpStatus: number | null;
}

/** What a buyer should know first about a service. */
export const standing = {
  onlyDeclared: 'Its price, wallet and network are only what its owner declares.',
  optedOut: 'Its owner opted out of checks.',
  noAnswer: 'It did not answer its last check.',
  noReadable402: 'It has sent no readable 402 response for over a day.',
  otherRails: (rails: string): string => `It asks for payment by another protocol than x402: ${rails}.`,
  otherWallet: 'Its live 402 asks for payment to a different wallet than its owner declares.',
  walletVaries: 'Each request is asked to pay a different wallet, so no check can tell which is right.',
  priceVaries: 'Each request is asked a different price. Read the 402 before you pay.',
  livePrice: (live: string, listed: string): string => `Live price is ${live}; listed ${listed}.`,
  liveNetwork: (live: string, listed: string): string => `Live network is ${live}; listed ${listed}.`,
  liveToken: (live: string, listed: string): string => `Live token is ${live}; listed ${listed}.`,
  stands: ({ detail }: SeenCheck): string => `${detail} The terms that were seen before stand for a week.`,
  lastCheck: ({ detail }: SeenCheck): string => detail,
};

const conjunction = new Intl.ListFormat('en', { type: 'conjunction' });

/** The terms that differ: `Wallet and price differ`. */
export function differences(terms: readonly TermName[]): string {
  const text = `${conjunction.format(terms)} ${terms.length === 1 ? 'differs' : 'differ'}`;

  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
