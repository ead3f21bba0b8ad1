import type { Constraints } from '../../search/search.ts';
import { quoted } from '../../domain/plain-text.ts';
import { counted, decimalText, percentText } from '../formats.ts';
import { localPath } from '../local-path.ts';
import { nouns } from './nouns.ts';

export const searchPage = {
  heading: 'Search',
  title: (query: string): string => (query === '' ? 'Search' : `Search: ${query}`),
  description:
    'Search the catalog by words or by a sentence, and narrow it by category, network, status and price.',
  copyWithoutScripts:
    'If you searched for something: this is a copy of the catalog without a server, which needs JavaScript to search.',
};

/** The results with their filters and order. */
export const results = {
  heading: 'Results',
  understood: 'From your search',
  filters: 'Filters',
  removeFilter: 'remove',
  more: (count: string): string => `${count} more`,
  order: 'Order',
  nothingHtml: `Nothing in the catalog matches all of this. Use fewer words, remove a filter, or <a href="${localPath('/services/')}">browse all services</a>. Is something missing? <a href="${localPath('/register/')}">Register it</a>.`,
  /** A link, where nothing fits all filters. */
  nearest: ({ total, label }: { readonly total: number; readonly label: string }): string =>
    `${counted(total, nouns.service)} ${total === 1 ? 'fits' : 'fit'} without “${label}”`,
  /** Where the meaning of a sentence is not known yet, before a link to the same search. */
  byWords: 'Still ranking by words.',
  askAgain: 'Ask again',
  /** Before a link to the last page. */
  endAt: 'The results end at',
  page: (number: number): string => `page ${String(number)}`,
  /** Below the problems of a search. */
  leftOut: (problems: number): string =>
    problems === 1
      ? 'The results below leave this filter out.'
      : 'The results below leave these filters out.',
};

/** The fields of the price range: the visible word of the label, its rest, and an example. */
export const priceFields = {
  minPricePerRequest: { word: 'Lowest', rest: 'price per request', placeholder: '0.001' },
  maxPricePerRequest: { word: 'Highest', rest: 'price per request', placeholder: '0.01' },
};
export const setPrices = { label: 'Set' };

/** What is wrong with a search, by the codes of its problems. */
export const searchProblems = {
  query_too_long: (max: number): string =>
    `The search is longer than ${String(max)} characters. Use fewer words.`,
  too_many_values: ({ name, max }: { readonly name: string; readonly max: number }): string =>
    `In the address, ${name} has more than ${String(max)} values. Choose fewer.`,
  not_in_list: (unknown: {
    readonly name: string;
    readonly value: string;
    readonly list: readonly string[];
  }): string =>
    `In the address, ${unknown.name} cannot be ${quoted(unknown.value)}. Choose from: ${unknown.list.join(', ')}.`,
  currency_invalid: (value: string): string =>
    `${quoted(value)} is not a currency. Write 2 to 12 letters or digits, such as USDC.`,
  percent_invalid: (value: string): string =>
    `Uptime ${quoted(value)} is not a whole number from 1 to 100. Write it like 99.`,
  price_not_decimal: ({ name, typed }: { readonly name: keyof typeof priceFields; readonly typed: string }) =>
    `${priceFields[name].word} price ${quoted(typed)} is not a plain decimal or an amount of dollars. Write it like 0.005, $0.01 or 2 cents.`,
  price_range_empty: ({ lowest, highest }: { readonly lowest: string; readonly highest: string }) =>
    `The lowest price ${decimalText(lowest)} is above the highest price ${decimalText(highest)}, so no price fits. Swap the two, or leave one empty.`,
};

/** Why a service is among the results. */
export const whyFound = {
  matches: (words: string): string => `Matches: ${words}`,
  matchesAbout: ({ words, about }: { readonly words: string; readonly about: string }): string =>
    `Matches: ${words}; about: ${about}`,
  about: (about: string): string => `About: ${about}`,
  closeInMeaning: 'Close in meaning',
};

/** Chips and links of filters. */
export const filterWords = {
  atLeast: (price: string): string => `at least ${decimalText(price)}`,
  atMost: (price: string): string => `at most ${decimalText(price)}`,
  currency: (symbol: string): string => `paid in ${symbol}`,
  mainnet: 'Mainnet only',
  freeQuota: 'Some requests free',
  uptime: (percent: number): string => `Uptime ${percentText(percent)} or more`,
  uptimeLink: (percent: number): string => `${percentText(percent)} or more`,
  paid: 'Paid for',
};

/** The groups of filters. */
export const filterGroups = {
  status: 'Status',
  price: 'Price per request',
  currency: 'Currency',
  freeQuota: 'Free quota',
  uptime: 'Uptime in 30 days',
  payments: 'Payments',
  network: 'Network',
  category: 'Category',
  tag: 'Tags',
};

/** The links that order the results. */
export const sortLabels = {
  match: 'Best match',
  trustScore: 'Trust',
  price: 'Price',
  name: 'Name',
  createdAt: 'Newest',
  payments: 'Payments',
};

/** Chips of what a sentence was understood to demand. */
export const demandLabels = {
  under: (amount: string): string => `under ${amount}`,
  atMost: (amount: string): string => `at most ${amount}`,
  between: (lowest: string, highest: string): string => `between ${lowest} and ${highest}`,
  on: (networks: readonly string[]): string => `on ${networks.join(' or ')}`,
  paidIn: (currency: string): string => `paid in ${currency}`,
  someFree: 'some requests free',
  free: (requests: number): string => `${String(requests)} requests free`,
  trust: (score: number): string => `trust ${String(score)} or more`,
  mostExpensive: 'most expensive first',
  order: {
    price: 'cheapest first',
    trustScore: 'most trusted first',
    name: 'by name',
    createdAt: 'newest first',
  } satisfies Record<NonNullable<Constraints['sortBy']>, string>,
  not: (names: readonly string[]): string => `not ${names.join(' or ')}`,
};
