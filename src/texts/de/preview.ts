import type * as english from '../en/preview.ts';

export const priceMeaning: typeof english.priceMeaning = (inWords) =>
  inWords === undefined ? 'Kostenlos.' : `Das sind ${inWords} pro Aufruf.`;

export const networkGroups: typeof english.networkGroups = { main: 'Hauptnetze', test: 'Testnetze' };

export const testNetworkTitle: typeof english.testNetworkTitle = (title) => `${title} (Test)`;

export const previewWords: typeof english.previewWords = {
  name: 'Name',
  address: 'Endpunkt',
  description: 'Was der Dienst tut',
  category: 'Kategorie',
  price: '0,00',
  currency: 'USDC',
  network: 'Netzwerk',
  paidTo: 'Bezahlt an',
  perRequest: (inWords) => `pro Aufruf: ${inWords}`,
  deprecated: 'Abgekündigt:',
};

export const previewHeadings: typeof english.previewHeadings = {
  inLists: 'In Listen',
  onItsPage: 'Auf seiner Seite',
};

export const draftNotice: typeof english.draftNotice = (day) => `Ihr Entwurf vom ${day} ist noch da.`;

export const moment: typeof english.moment = 'Einen Moment …';
