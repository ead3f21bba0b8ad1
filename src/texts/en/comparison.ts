import type { FieldComparison } from '../../domain/payment-terms.ts';
import type { Worded } from '../worded.ts';

/** What is best in a comparison. */
export const markWords = {
  cheapest: 'Cheapest',
  fastest: 'Fastest',
  mostUsed: 'Most used',
};

/** Services side by side. */
export const comparison = {
  remove: 'Remove',
  price: 'Price',
  forThousand: (price: string): string => `${price} for 1,000`,
  status: 'Status',
  deprecated: 'Deprecated',
  liveTerms: 'Live terms',
  notSeen: 'Not seen',
  asDeclared: 'As declared',
  trust: 'Trust',
  notRated: 'Not rated',
  score: (score: number): string => `${String(score)} of 100`,
  littleHistory: (score: string): string => `${score}, from little history`,
  uptime: 'Uptime',
  notMeasured: 'Not measured',
  medianLatency: 'Median latency',
  payments: 'Payments',
  notCounted: 'Not counted',
  revenue: 'Revenue',
  noneYet: 'None yet',
  payers: 'Payers',
  largestPayer: (share: string): string => `the largest made ${share} of the payments`,
  freeQuota: 'Free quota',
  noneDeclared: 'None declared',
  networks: 'Networks',
  testNetwork: 'Test network',
  wallet: 'Wallet',
  lastCheck: 'Last check',
  notChecked: 'Not checked yet',
  category: 'Category',
  description: 'What it does',
};

/** The page of a comparison. */
export const comparePage = {
  title: 'Compare services',
  description:
    'Up to four services of the catalog side by side: price, network, status, trust, uptime and speed.',
  unknown: <T>(ids: T): Worded<T> => ['There is no service ', ids, '.'],
  gone: <T>(names: T): Worded<T> => ['No longer in the catalog: ', names, '.'],
  unreachable: 'The services could not be fetched. Check your connection and reload this page.',
  cut: (most: number): string => `This page compares the first ${String(most)} services only.`,
  choose: <T>(list: (words: string) => T): Worded<T> => [
    'Select two to four services ',
    list('in the list'),
    ' and press “Compare”.',
  ],
  needsScripts:
    'If you already did: this is a copy of the catalog without a server, which needs JavaScript to compare services.',
  share: 'Anyone with the link can open this comparison.',
  copyLink: 'Copy link',
};

/** The terms of a service as declared, beside those observed. */
export const comparedTerms = {
  heading: 'Declared and observed',
  same: 'What the owner declares, beside what the endpoint itself asks for.',
  differ:
    'The endpoint asks for something other than its owner declares. The observed terms are the ones that you would pay.',
  table: 'Declared and observed terms',
  term: 'Term',
  declared: 'Declared',
  observed: 'Observed',
  compared: 'Compared',
  notDeclared: 'not declared',
  notSeen: 'not seen',
  outcomes: { true: 'same', false: 'differs', null: 'unknown' },
};

export const termTitles: Readonly<Record<FieldComparison['field'], string>> = {
  price: 'Price per request',
  payTo: 'Wallet',
  network: 'Network',
  asset: 'Token',
  scheme: 'Scheme',
};
