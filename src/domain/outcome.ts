/** What a buyer got for one payment. */
export const outcomes = ['delivered', 'nothing', 'wrong', 'overcharged', 'duplicate'] as const;
export type Outcome = (typeof outcomes)[number];

/**
 * Who vouches for a statement: the wallet that paid, by its signature; the seller, by its signed receipt; or nobody, so that the transaction alone
 * says that there was a payment.
 */
export const statementClasses = ['payer', 'seller', 'tx'] as const;
export type StatementClass = (typeof statementClasses)[number];

/** What the statements of buyers add up to: `too_few` says nothing. */
export const outcomeVerdicts = ['delivers', 'mixed', 'fails', 'too_few'] as const;
export type OutcomeVerdict = (typeof outcomeVerdicts)[number];

/** The version of the rules by which a summary follows from statements. */
export const outcomeRules = 'outcomes/1';

/** A share from 0 to 1, and between which bounds the true one lies, at 95 %. */
export interface DeliveredShare {
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

/** What the statements about a service add up to. */
export interface OutcomeSummary {
  /** Payments with a statement that counts. */
  readonly payments: number;
  /** Wallets that made them. */
  readonly payers: number;
  /** Groups of these wallets, each of which was funded alike. */
  readonly clusters: number;
  /** Null while `verdict` is `too_few`. */
  readonly delivered: DeliveredShare | null;
  readonly verdict: OutcomeVerdict;
  /** Of the newest payment that counts, ISO 8601; null without one. */
  readonly lastAt: string | null;
}

/** Before the first statement. */
export const noOutcomes: OutcomeSummary = {
  payments: 0,
  payers: 0,
  clusters: 0,
  delivered: null,
  verdict: 'too_few',
  lastAt: null,
};
