import type { Account, AskedTerms, BlockTime, Settlement } from './settlement.ts';
import { printSubject, type Subject } from './subject.ts';

/** A text that is equal for equal terms. */
export function termsKey({ network, asset, wallet, units, isLimit }: AskedTerms): string {
  return [network, asset, wallet, String(units), isLimit ? 'limit' : 'exact'].join(' ');
}

/** A text that is equal for equal terms in any order. */
function printTerms(terms: readonly AskedTerms[]): string {
  return terms.map(termsKey).sort().join('\n');
}

export interface TermsPeriod extends AskedTerms {
  readonly serviceId: string;
  readonly source: 'declared' | 'observed';
  readonly since: Date;
  /** Null while it still asks this. */
  readonly until: Date | null;
}

/** What a service declares to ask from now on. */
export interface TermsChange {
  readonly serviceId: string;
  /** It left the catalog: it declares nothing, and what its live 402 asks does not count any more. */
  readonly hasLeft?: true;
  /** What it asks this for; absent where it asks nothing. */
  readonly subject?: Subject;
  readonly terms: readonly AskedTerms[];
  readonly at: Date;
}

/** A text that is equal for equal terms of one subject; empty where nothing is asked. */
export function printDeclared({ subject, terms }: Pick<TermsChange, 'subject' | 'terms'>): string {
  if (terms.length === 0) return '';

  return [subject === undefined ? '' : printSubject(subject), printTerms(terms)].join('\n');
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
  readonly head: number;
  readonly hash: string;
  /** The last block that the pass counted. */
  readonly counted: number;
  /** Whether a later pass found it in the chain. */
  readonly isSure: boolean;
}

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
export interface StoredPayment extends Account {
  readonly network: string;
  readonly tx: string;
  readonly at: Date;
  readonly payer: string;
  readonly units: bigint;
}

/** Who sent a buyer what it paid with: others than the seller, the seller, or nobody knows. */
export type Funding = (typeof fundings)[number];
export const fundings = ['independent', 'funded', 'unknown'] as const;

/** A wallet that paid a service since its present subject was first seen, in one token. */
export interface Buyer {
  readonly serviceId: string;
  readonly asset: string;
  readonly payer: string;
  /** All that it paid. */
  readonly units: bigint;
  readonly lastBlock: number;
}

/** A buyer after a look at who funded it. */
export interface LookedBuyer extends Buyer {
  readonly funding: Funding;
}

/** A token by the account that holds it, with the number of units in one token. */
export interface TokenUnit {
  readonly network: string;
  readonly asset: string;
  readonly one: bigint;
}

/** The buyers of a service in one token that were funded in the same way. */
export interface BuyerSum {
  readonly serviceId: string;
  readonly network: string;
  readonly asset: string;
  readonly funding: Funding;
  /** What they paid for, as `printSubject` prints it. */
  readonly subject: string;
  readonly wallets: number;
  /** What they paid, in tokens. */
  readonly paid: number;
  /** The same, but what each paid by the last look at it, and at most one token. */
  readonly weight: number;
}
