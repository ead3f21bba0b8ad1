import type { FieldComparison } from '../../domain/payment-terms.ts';
import { counted, dayText, groupThousands, percentText } from '../formats.ts';
import { nouns } from './nouns.ts';

/* The chart of what became of a service, and its tables. */

export const timeline = {
  heading: 'History',
  chartTitle: 'Price, wallet, state and payments over time',
  asTable: 'View as table',
};

export const timelineTables = {
  changes: 'Changes',
  changesCaption: 'What changed',
  date: 'Date (UTC)',
  what: 'What',
  from: 'From',
  to: 'To',
  firstSeen: 'first seen',
  days: 'Days',
  daysCaption: 'Day by day',
  day: 'Day (UTC)',
  state: 'State',
  checks: 'Checks',
  answered: 'Answered',
  median: 'Median',
  percentile95: '95th percentile',
  payments: 'Payments',
  revenue: (currency: string): string => `Revenue, ${currency}`,
  payers: 'Payers',
  unknownTime: 'unknown',
  milliseconds: (ms: number): string => `${groupThousands(ms)} ms`,
};

/** The state of a day. */
export const dayStateWords = {
  verified: 'Verified',
  differs: 'Terms differ',
  down: 'Down',
  unknown: 'Unknown',
};

export const stateTitle: string = 'State';

type Titles = Readonly<Record<FieldComparison['field'], string>>;

/** What changed, in the table of changes. */
export const changeTitles: { readonly observed: Titles; readonly declared: Titles } = {
  observed: {
    price: 'Live price',
    payTo: 'Live wallet',
    network: 'Live network',
    asset: 'Live token',
    scheme: 'Live scheme',
  },
  declared: {
    price: 'Declared price',
    payTo: 'Declared wallet',
    network: 'Declared network',
    asset: 'Declared token',
    scheme: 'Declared scheme',
  },
};

/** The titles of the lanes of the chart, each with the range of its scale where it has one. */
export const laneTitles = {
  price: (top: string, currency: string): string => `Price, 0 to ${top} ${currency}`,
  wallet: 'Wallet paid',
  state: 'State',
  uptime: 'Uptime',
  latency: (topMs: number): string => `Answer time, 0 to ${groupThousands(topMs)} ms`,
  payments: (most: number): string => `Payments, 0 to ${groupThousands(most)} a day`,
};

/** The price where the live token is not known. */
export const unknownPrice: string = 'unknown';

/** What the last wallets were, at the end of their lane. */
export function walletsText(wallets: number, last: string): string {
  return wallets === 1 ? last : `${last}, ${groupThousands(wallets)} seen`;
}

export function uptimeText(percent: number | null): string {
  return percent === null ? 'not measured' : percentText(percent);
}

export function latencyText(medianMs: number): string {
  return `${groupThousands(medianMs)} ms median`;
}

export function paymentsText(payments: number): string {
  return counted(payments, nouns.payment);
}

/** What the chart shows, for those who do not see it. */
export function chartDescription(
  from: string,
  to: string,
  lanes: readonly (readonly [title: string, value: string])[],
): string {
  const facts = lanes.map(([title, value]) => `${title}: ${value}.`);

  return [
    `From ${dayText(from)} to ${dayText(to)}.`,
    ...facts,
    'The table below contains the same facts.',
  ].join(' ');
}

/** Why there is no history of checks yet, and when there will be. */
export const timelineNotes = {
  optedOut:
    'Its owner asked Tollbook not to check it, so there is no history of its live price, wallet and uptime.',
  unchecked: 'After its first check, its live price, wallet, state and uptime will appear here, day by day.',
  otherRails:
    'Its endpoint asks for payment by another protocol than x402, so there is no history of its live price, wallet and uptime.',
  blocked:
    'Its endpoint has turned every check away. Once one is answered, its live price, wallet, state and uptime will appear here, day by day.',
};

/** What the page leaves out of the table of changes. */
export function furtherChangesText(count: number): string {
  return `${counted(count, nouns.earlierChange)} can be read through the API.`;
}

/** What the kinds of each lane mean. */
export const legend = {
  price: { live: 'live price', declared: 'declared price' },
  wallet: { own: 'declared wallet', other: 'another wallet' },
  state: { verified: 'verified', differs: 'terms differ', down: 'down', unknown: 'unknown' },
  latency: { median: 'median answer time', slowest: '95th percentile' },
};
