import type { Account, BlockTime, Settlement } from './settlement.ts';

/** What a service asks of buyers in one token, in the token's smallest unit. */
export interface AskedTerms extends Account {
  /** CAIP-2. */
  readonly network: string;
  readonly units: bigint;
  /** Whether buyers pay this much at most, as with the scheme `upto`. */
  readonly isLimit: boolean;
}

/** A text that is equal for equal terms. */
export function termsKey({ network, asset, wallet, units, isLimit }: AskedTerms): string {
  return [network, asset, wallet, String(units), isLimit ? 'limit' : 'exact'].join(' ');
}

/** A text that is equal for equal terms in any order. */
export function printTerms(terms: readonly AskedTerms[]): string {
  return terms.map(termsKey).sort().join('\n');
}

/** What a service asked, and when. */
export interface TermsPeriod extends AskedTerms {
  readonly serviceId: string;
  readonly source: 'declared' | 'observed';
  readonly since: Date;
  /** Null while it still asks this. */
  readonly until: Date | null;
}

/** What a service declares to ask from now on. Nothing when it left the catalog. */
export interface TermsChange {
  readonly serviceId: string;
  readonly terms: readonly AskedTerms[];
  readonly at: Date;
}

/** A settlement with the services whose price it matches, sorted; none when it matches nobody's. */
export interface AttributedSettlement extends Settlement {
  readonly services: readonly string[];
}

/** An account whose payments are counted, and how far they are; nulls before the first portion. */
export interface CountedAccount extends Account {
  /** Since when a service asks to be paid there; for declared terms, payments from before count as well. */
  readonly since: Date;
  readonly isDeclared: boolean;
  readonly from: BlockTime | null;
  readonly to: BlockTime | null;
}

/** The payments of some accounts in the blocks from `from` to `to`, both included: all there are. */
export interface CountedPortion {
  readonly network: string;
  readonly accounts: readonly Account[];
  readonly from: BlockTime;
  readonly to: BlockTime;
  readonly settlements: readonly AttributedSettlement[];
}

/** The head of the chain when a pass began. While the chain has it, all that was counted by then stands. */
export interface Checkpoint {
  /** Number of the block. */
  readonly head: number;
  readonly hash: string;
  /** The last block that the pass counted. */
  readonly counted: number;
  /** Whether a later pass found it in the chain. */
  readonly isSure: boolean;
}

/** Payments in one token. */
export interface TokenSum {
  readonly network: string;
  readonly asset: string;
  readonly payments: number;
  readonly units: bigint;
}

/** How many wallets paid how often. */
export interface PayerSum {
  readonly payers: number;
  /** Payments of the busiest payer. */
  readonly most: number;
}

/** Payments to one wallet that belong to the same services. */
export interface PayeeSum extends TokenSum, Account, PayerSum {
  readonly id: number;
  readonly services: readonly string[];
  /** Payments from the wallet to itself. */
  readonly own: number;
}

/** One day (UTC) of payments in one token. */
export interface PaymentDay extends Account {
  readonly network: string;
  /** As `2026-01-31`. */
  readonly date: string;
  readonly payments: number;
  readonly units: bigint;
  readonly payers: number;
}

/** A payment that is still on file. */
export interface KeptPayment extends Account {
  readonly network: string;
  readonly tx: string;
  readonly at: Date;
  readonly payer: string;
  readonly units: bigint;
}
