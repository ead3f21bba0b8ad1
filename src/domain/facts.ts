import type { CheckWindow } from './check.ts';
import type { OfferStandings } from './offer.ts';
import { noOutcomes, type OutcomeSummary } from './outcome.ts';
import { type ChallengeTraits, noTraits } from './payment-terms.ts';
import { namesOfRail, type OtherRail, type RailName } from './rail.ts';
import { type Standing, unchecked } from './standing.ts';

/** The results of the checks of a service. */
export interface CheckFacts {
  /** The subject of the checks, as `subjectOf` names it; null without checks. */
  readonly subject: string | null;
  /** After the last check. */
  readonly standing: Standing;
  /** The 30 days that end with the day of the last check; the clock does not move it on. */
  readonly window: CheckWindow;
  readonly offers: OfferStandings;
  /** The wallets that the live 402 names beside the declared one, as last read: keys as `payeeKey` makes them. */
  readonly furtherPayees: readonly string[];
  /** Of the live 402, as last read; none where the last answer asked to be paid by other protocols alone. */
  readonly traits: ChallengeTraits;
  /** The ways to pay that the last answer offered beside or instead of x402. */
  readonly rails: readonly OtherRail[];
}

/**
 * Why the payments of a service may say less than they seem to: its wallet paid itself, one payer made more than nine in ten, or they cannot be
 * attributed because its wallet changes with each request.
 */
export type PaymentFlag = (typeof paymentFlags)[number];
export const paymentFlags = ['self_payments', 'single_payer', 'wallet_varies'] as const;

/** Who paid for a service since its present endpoint, wallet and network were first seen. */
export interface Buyers {
  /** Wallets whose payments were funded by others than the seller. Only these count. */
  readonly wallets: number;
  /** The sum of their payments, in units of the declared currency. */
  readonly paid: number;
  /** The sum of their weights: what each paid, but at most 1. */
  readonly weight: number;
  /** Wallets that the seller funded. */
  readonly funded: number;
  /** Wallets of which it is not known who funded them. */
  readonly unknown: number;
}

/** Payments to a service, as the chain shows them. */
export interface Payments {
  /**
   * Whose payments these are: those of the service alone, or those of a wallet that it shares with services of the same price. Null while
   * nobody counts them; all else is zero then.
   */
  readonly attribution: 'service' | 'wallet' | null;
  /** How many other services report some of the same payments. */
  readonly sharedWith: number;
  readonly txCount: number;
  /** The exact sum in units of the declared currency, as a decimal. */
  readonly revenue: string;
  readonly uniquePayers: number;
  /** The share of the payments that the busiest payer made, from 0 to 1; null without payments. */
  readonly largestPayerShare: number | null;
  readonly flags: readonly PaymentFlag[];
  /** Null while nobody counts them, and where all payments are those of a shared wallet whose buyers may be those of others. */
  readonly buyers: Buyers | null;
}

/**
 * Everything that is known of a service beyond its declaration. Each part has one source, and a source replaces its own part only, so
 * that checks, payments and outcomes never erase each other.
 */
export interface Facts extends CheckFacts {
  readonly payments: Payments;
  /** What buyers say of their payments. */
  readonly outcomes: OutcomeSummary;
}

/** A service that nobody has paid. */
export const noBuyers: Buyers = { wallets: 0, paid: 0, weight: 0, funded: 0, unknown: 0 };

/** The payments of a service on a network where nobody counts them. */
export const notCounted: Payments = {
  attribution: null,
  sharedWith: 0,
  txCount: 0,
  revenue: '0',
  uniquePayers: 0,
  largestPayerShare: null,
  flags: [],
  buyers: null,
};

/** The facts of a service that was never checked, and whose payments nobody counts. */
export const noFacts: Facts = {
  subject: null,
  standing: unchecked,
  window: { days: 0, checks: 0, ok: 0, verified: 0, unread: 0, blocked: 0, latencyMs: 0 },
  offers: new Map(),
  furtherPayees: [],
  traits: noTraits,
  rails: [],
  payments: notCounted,
  outcomes: noOutcomes,
};

/** The payments to show of a service: where it asks for another wallet with each request, nobody can tell which are its own. */
export function shownPayments({ payments, standing }: Pick<Facts, 'payments' | 'standing'>): Payments {
  return standing.varying.wallet.since === null ? payments : { ...notCounted, flags: ['wallet_varies'] };
}

/** Whether a service may be paid by x402, as checks last read it: not where it asked for other protocols alone since. */
export function isPaidByX402({ traits }: Pick<CheckFacts, 'traits'>): boolean {
  return traits.schemes.length > 0;
}

/** The protocols by which a service may be paid, as checks last read them, each once. */
export function railNamesOf(facts: Pick<CheckFacts, 'traits' | 'rails'>): RailName[] {
  const others = facts.rails.flatMap(namesOfRail);

  return [...new Set([...(isPaidByX402(facts) ? (['x402'] as const) : []), ...others])];
}
