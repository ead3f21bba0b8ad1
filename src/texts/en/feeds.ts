import type { NewsField } from '../../domain/news.ts';

/** The feeds of changes that people subscribe to, and the links to them. */
export const feeds = {
  title: (of: string): string => `Tollbook: ${of}`,
  allServices: 'all services',
  search: 'search',
  description: 'What is new, and what changed its price, wallet or status.',
  followAll: 'Changes as a feed',
  followCategory: 'Follow this category by feed',
  followSearch: 'Follow this search by feed',
  followList: 'Follow all services by feed',
  followService: 'Follow its changes by feed',
};

/** What happened, as the title of an entry. */
export const newsTitles = {
  created: (name: string): string => `New: ${name}`,
  restored: (name: string): string => `Listed again: ${name}`,
  deleted: (name: string): string => `Withdrawn: ${name}`,
  removed: (name: string): string => `Removed by the operator: ${name}`,
  changed: (name: string, what: readonly string[]): string => `${name}: ${what.join(', ')}`,
};

/** What changed, in a few words of a title. The values are empty where there was or is none. */
export const newsWords: Readonly<
  Record<NewsField, (change: { readonly from: string; readonly to: string }) => string>
> = {
  price: ({ from, to }) => `price ${from} → ${to}`,
  freeQuota: ({ to }) => (to === '' ? 'no free requests any more' : `${to} free requests`),
  network: ({ from, to }) => `network ${from} → ${to}`,
  wallet: () => 'another wallet',
  endpoint: () => 'another endpoint',
  name: () => 'renamed',
  deprecated: ({ to }) => (to === '' ? 'no longer deprecated' : 'deprecated'),
  state: ({ to }) => to,
  livePrice: ({ to }) => `asks ${to}`,
  liveNetwork: ({ to }) => `asks for payment on ${to}`,
  liveWallet: () => 'asks for payment to another wallet',
};

/** What changed, before its values. */
export const newsLabels: Readonly<Record<NewsField | 'reason' | 'category', string>> = {
  price: 'Price per request',
  freeQuota: 'Free requests',
  network: 'Network',
  wallet: 'Wallet',
  endpoint: 'Endpoint',
  name: 'Name',
  deprecated: 'Deprecated',
  state: 'Status',
  livePrice: 'Live price',
  liveNetwork: 'Live network',
  liveWallet: 'Live wallet',
  reason: 'Reason',
  category: 'Category',
};

/** Where there was or is no value. */
export const noValue: string = 'none';
