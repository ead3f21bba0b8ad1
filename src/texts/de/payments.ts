import type * as english from '../en/payments.ts';
import { groupThousands } from '../formats.ts';

export const payments: typeof english.payments = {
  heading: 'Zahlungen',
  countedSince: (from, to) => ['Gezählt vom ', from, ' bis zum ', to, '.'],
  howCounted: 'So werden Zahlungen gezählt',
  payments: 'Zahlungen',
  revenue: 'Einnahmen',
  payers: 'Zahler',
  largestPayer: 'Größter Zahler',
  noneRecently: (days) => `Keine Zahlungen in den letzten ${String(days)} Tagen.`,
  last: 'Letzte Zahlungen',
  earlier: (count) => `${groupThousands(count)} frühere`,
};

export const paymentTable: typeof english.paymentTable = {
  label: 'Einzelne Zahlungen',
  time: 'Zeit (UTC)',
  amount: 'Betrag',
  payer: 'Zahler',
  transaction: 'Transaktion',
};

export const unpaid: typeof english.unpaid = {
  unknownAmount: (amount, network) =>
    `Zahlungen werden nicht gezählt: ${amount} ist kein Betrag eines Tokens, den dieser Katalog auf ${network} kennt.`,
  noProvider: (network) =>
    `Zahlungen werden nicht gezählt: Dieser Katalog hat keinen RPC-Zugang zu ${network}.`,
  free: 'Der Dienst ist kostenlos, also gibt es keine Zahlungen zu zählen.',
  none: 'Auf der Blockchain sind noch keine Zahlungen zu sehen.',
  notCountedYet: (network) => `Die Zahlungen auf ${network} wurden noch nicht gezählt.`,
};

export const sharedWallet: typeof english.sharedWallet = (others) =>
  `Gezählt für die Wallet, die sich der Dienst mit ${others === 1 ? 'einem anderen' : `${groupThousands(others)} anderen`} zum selben Preis teilt.`;

export const flagSentences: typeof english.flagSentences = {
  self_payments: 'Die Wallet hat an sich selbst gezahlt.',
  wallet_varies: 'Zahlungen lassen sich nicht zuordnen: Die Wallet wechselt bei jedem Aufruf.',
  single_payer: 'Ein einziger Zahler hat über 90\u00a0% der Zahlungen geleistet.',
};
