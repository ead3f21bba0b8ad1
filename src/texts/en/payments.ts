import type { CountedPayments } from '../../views/known-service.ts';
import { counted, groupThousands } from '../formats.ts';
import type { Worded } from '../worded.ts';
import { nouns } from './nouns.ts';

/** The payments of a service. */
export const payments = {
  heading: 'Payments',
  countedSince: <T>(from: T, to: T): Worded<T> => ['Counted since ', from, ', up to ', to, '.'],
  howCounted: 'How payments are counted',
  payments: 'Payments',
  revenue: 'Revenue',
  payers: 'Payers',
  largestPayer: 'Largest payer',
  noneRecently: (days: number): string => `No payments in the last ${String(days)} days.`,
  last: 'Last payments',
  earlier: (count: number): string => `${groupThousands(count)} earlier`,
};

/** A table of single payments. */
export const paymentTable = {
  label: 'Single payments',
  time: 'Time (UTC)',
  amount: 'Amount',
  payer: 'Payer',
  transaction: 'Transaction',
};

/** Why there are no payments to show. */
export const unpaid = {
  unknownAmount: (amount: string, network: string): string =>
    `Payments are not counted: ${amount} is not an amount of any token that this catalog knows on ${network}.`,
  noProvider: (network: string): string =>
    `Payments are not counted: this catalog has no RPC provider for ${network}.`,
  free: 'It is free of charge, so there are no payments to count.',
  none: 'The chain shows no payments yet.',
  notCountedYet: (network: string): string => `Its payments on ${network} have not been counted yet.`,
};

/** What to know about the numbers where a wallet is paid for several services. */
export function sharedWallet(others: number): string {
  return `Counted for the wallet, which it shares with ${counted(others, nouns.service)} of the same price.`;
}

/** What is odd about the payments. */
export const flagSentences: Readonly<Record<CountedPayments['flags'][number], string>> = {
  self_payments: 'The wallet paid itself.',
  single_payer: 'One payer made more than 90 % of the payments.',
  wallet_varies: 'Payments cannot be attributed: its wallet changes with each request.',
};
