import type * as english from '../en/feeds.ts';

export const feeds: typeof english.feeds = {
  title: (of) => `Tollbook: ${of}`,
  allServices: 'alle Dienste',
  search: 'Suche',
  description: 'Was neu ist, und was seinen Preis, seine Wallet oder seinen Status geändert hat.',
  followAll: 'Änderungen als Feed',
  followCategory: 'Diese Kategorie als Feed abonnieren',
  followSearch: 'Diese Suche als Feed abonnieren',
  followList: 'Alle Dienste als Feed abonnieren',
  followService: 'Änderungen als Feed abonnieren',
};

export const newsTitles: typeof english.newsTitles = {
  created: (name) => `Neu: ${name}`,
  restored: (name) => `Wieder eingetragen: ${name}`,
  deleted: (name) => `Zurückgezogen: ${name}`,
  removed: (name) => `Vom Betreiber entfernt: ${name}`,
  changed: (name, what) => `${name}: ${what.join(', ')}`,
};

export const newsWords: typeof english.newsWords = {
  price: ({ from, to }) => `Preis ${from} → ${to}`,
  freeQuota: ({ to }) => (to === '' ? 'keine kostenlosen Anfragen mehr' : `${to} kostenlose Anfragen`),
  network: ({ from, to }) => `Netzwerk ${from} → ${to}`,
  wallet: () => 'andere Wallet',
  endpoint: () => 'anderer Endpunkt',
  name: () => 'umbenannt',
  deprecated: ({ to }) => (to === '' ? 'nicht mehr abgekündigt' : 'abgekündigt'),
  state: ({ to }) => to,
  livePrice: ({ to }) => `verlangt ${to}`,
  liveNetwork: ({ to }) => `verlangt Zahlung auf ${to}`,
  liveWallet: () => 'verlangt Zahlung an eine andere Wallet',
};

export const newsLabels: typeof english.newsLabels = {
  price: 'Preis pro Aufruf',
  freeQuota: 'Kostenlose Anfragen',
  network: 'Netzwerk',
  wallet: 'Wallet',
  endpoint: 'Endpunkt',
  name: 'Name',
  deprecated: 'Abgekündigt',
  state: 'Status',
  livePrice: 'Verlangter Preis',
  liveNetwork: 'Verlangtes Netzwerk',
  liveWallet: 'Verlangte Wallet',
  reason: 'Grund',
  category: 'Kategorie',
};

export const noValue: typeof english.noValue = 'nichts';
