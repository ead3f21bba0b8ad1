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

export type PaymentResult = 'delivered' | 'failed' | 'disputed';

/** A share from 0 to 1, and between which bounds the true one lies, at 95 %. */
interface DeliveredShare {
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
  /** The same payments by what their payers say; `disputed`: the payer denies what the seller's receipt says. */
  readonly results: Readonly<Record<PaymentResult, number>>;
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
  results: { delivered: 0, failed: 0, disputed: 0 },
  lastAt: null,
};

/** What somebody states about one payment to a service. Numbers, hashes and choices only: nothing that anybody has to moderate. */
export interface OutcomeClaim {
  /** CAIP-2. */
  readonly network: string;
  readonly tx: string;
  readonly outcome: Outcome;
  /** Of the paid answer. */
  readonly httpStatus?: number | undefined;
  readonly latencyMs?: number | undefined;
  /** `sha256:` and hex. */
  readonly requestHash?: string | undefined;
  readonly responseHash?: string | undefined;
}

export interface StatedPayment {
  /** CAIP-2. */
  readonly network: string;
  readonly tx: string;
  /** The place of the transfer: with the transaction, it identifies the payment. */
  readonly index: number;
  readonly block: number;
  readonly payer: string;
  readonly payTo: string;
  readonly asset: string;
  /** Exact decimal in units of the currency. */
  readonly amount: string;
  readonly currency: string;
  /** ISO 8601. */
  readonly at: string;
}

/** A statement as it stands in the record. It never changes; another one, a reply or a finding about its payer may follow. */
export interface Statement {
  readonly kind: 'statement';
  readonly id: string;
  readonly service: string;
  /** The host of the endpoint and the declared wallet at the time: statements do not pass on to another seller. */
  readonly host: string;
  readonly wallet: string;
  /** ISO 8601. */
  readonly at: string;
  readonly class: StatementClass;
  readonly outcome: Outcome;
  readonly httpStatus?: number | undefined;
  readonly latencyMs?: number | undefined;
  readonly requestHash?: string | undefined;
  readonly responseHash?: string | undefined;
  readonly settlement: StatedPayment;
  /** By the payer, over `signedText`. */
  readonly signature?: string | undefined;
  /** The seller's signed receipt for the payment, as x402 has it. */
  readonly receipt?: SignedReceipt | undefined;
  /** Where it was imported from; absent where somebody sent it here. */
  readonly source?: string | undefined;
  readonly replaces?: string | undefined;
}

/** What the owner of a service answers to a statement. */
export const replies = ['delivered', 'refunded', 'not_ours'] as const;
export type ReplyKind = (typeof replies)[number];

export interface Reply {
  readonly kind: 'reply';
  readonly id: string;
  readonly service: string;
  readonly statement: string;
  readonly at: string;
  readonly reply: ReplyKind;
  readonly refundTx?: string | undefined;
  /** Whether the chain shows the refund. */
  readonly isRefunded?: boolean | undefined;
}

/** What is found out about the payer of a statement: who funded it, as far as that ties it to other payers. The newest finding counts. */
export interface Finding {
  readonly kind: 'finding';
  readonly id: string;
  readonly service: string;
  readonly statement: string;
  readonly at: string;
  /** Wallets that sent the payer the token, themselves or through one more; null where that could not be found out. */
  readonly funders: readonly string[] | null;
  readonly isFundedBySeller: boolean;
}

/** One line of the record, in the order in which things became known. */
export type OutcomeRecord = Statement | Reply | Finding;

/** A receipt of the x402 extension `offer-receipt`, in its form `eip712`. */
export interface SignedReceipt {
  readonly format: 'eip712';
  readonly payload: {
    readonly version: number;
    readonly network: string;
    readonly resourceUrl: string;
    readonly payer: string;
    /** Seconds since 1970. */
    readonly issuedAt: number;
    /** Empty where the seller names no transaction. */
    readonly transaction: string;
  };
  readonly signature: string;
}

export interface NewRecord {
  readonly record: OutcomeRecord;
  /** What only this record may say from now on; null for what may be said again. */
  readonly claim: string | null;
  /** The statement whose claim it takes over. */
  readonly replaces?: string | undefined;
}

/** How far the record goes. */
export interface RecordExtent {
  readonly records: number;
  /** The number of the last one. */
  readonly last: number;
}

export interface NumberedRecord {
  readonly number: number;
  readonly record: OutcomeRecord;
}

/** A statement that cannot be checked yet. */
export interface WaitingClaim {
  readonly id: string;
  readonly service: string;
  /** As JSON. */
  readonly claim: string;
  readonly since: Date;
}
