import type { Noun } from '../formats.ts';
import type { Worded } from '../worded.ts';

/** The front page. */
export const home = {
  title: 'Tollbook: APIs that charge per request',
  description:
    'A public catalog of APIs that charge per request through x402, with what each one declares beside what our checks observed. Free to search and to copy.',
  heading: 'Find an API that charges per request',
  lead: 'Tollbook is a public catalog of APIs that you pay per call through x402, with what each one declares beside what our own checks observed.',
  try: 'Try',
  lastDay: 'The last day',
  asOf: <T>(time: T): Worded<T> => ['as of ', time],
  andMore: <T>(count: string, link: (words: string) => T): Worded<T> => [' and ', link(`${count} more`)],
  nothingYet: <T>(register: (words: string) => T): Worded<T> => [
    'Nothing is listed yet. ',
    register('Register the first service'),
    '.',
  ],
  mostTrusted: 'Most trusted',
  allServices: 'All services',
  newest: 'Newest',
  allNewest: 'All, newest first',
  categories: 'Categories',
  whatBelongs: 'What belongs in each',
};

/** Sentences to search for. Those that find nothing in a catalog are left out. */
export const exampleQueries = [
  'weather forecast under $0.01',
  'verified, on Base, cheapest first',
  'translate text with free requests',
  'stock prices at most 0.05',
  'map or route, not on Solana',
];

/** Below the numbers of the catalog. */
export const numberLabels = {
  services: ['service', 'services'],
  checked: ['checked within the hour', 'checked within the hour'],
  payments: ['payment this week', 'payments this week'],
  testPayments: ['test payment this week', 'test payments this week'],
} satisfies Readonly<Record<string, Noun>>;

export const verifiedOf = (checked: string): string => `verified, of ${checked} checked`;

/** What became of services in the last day, beside the states. */
export const newServices: string = 'New';
export const withdrawnServices: string = 'Withdrawn';
