import type * as english from '../en/comparison.ts';

export const markWords: typeof english.markWords = {
  cheapest: 'Am günstigsten',
  fastest: 'Am schnellsten',
  mostUsed: 'Am meisten genutzt',
};

export const comparison: typeof english.comparison = {
  remove: 'Entfernen',
  price: 'Preis',
  forThousand: (price) => `${price} für 1.000`,
  status: 'Status',
  deprecated: 'Abgekündigt',
  liveTerms: 'Aktuelle Bedingungen',
  notSeen: 'Nicht gesehen',
  asDeclared: 'Wie angegeben',
  trust: 'Vertrauensnote',
  notRated: 'Nicht bewertet',
  score: (score) => `${String(score)} von 100`,
  littleHistory: (score) => `${score}, aus kurzem Verlauf`,
  uptime: 'Verfügbarkeit',
  notMeasured: 'Nicht gemessen',
  medianLatency: 'Antwortzeit (Median)',
  payments: 'Zahlungen',
  notCounted: 'Nicht gezählt',
  revenue: 'Einnahmen',
  noneYet: 'Noch keine',
  payers: 'Zahler',
  largestPayer: (share) => `${share} der Zahlungen kamen vom größten Zahler`,
  freeQuota: 'Freikontingent',
  noneDeclared: 'Keines angegeben',
  networks: 'Netzwerke',
  testNetwork: 'Testnetz',
  wallet: 'Wallet',
  lastCheck: 'Letzte Prüfung',
  notChecked: 'Noch nicht geprüft',
  category: 'Kategorie',
  description: 'Beschreibung',
};

export const comparePage: typeof english.comparePage = {
  title: 'Dienste vergleichen',
  description:
    'Bis zu vier Dienste des Katalogs nebeneinander: Preis, Netzwerk, Status, Vertrauensnote, Verfügbarkeit und Antwortzeit.',
  unknown: (ids) => ['Diesen Dienst gibt es nicht: ', ids, '.'],
  gone: (names) => ['Nicht mehr im Katalog: ', names, '.'],
  unreachable:
    'Die Dienste konnten nicht geladen werden. Prüfen Sie Ihre Verbindung und laden Sie diese Seite neu.',
  cut: (most) => `Diese Seite vergleicht nur die ersten ${String(most)} Dienste.`,
  choose: (list) => [
    'Wählen Sie ',
    list('in der Liste'),
    ' zwei bis vier Dienste aus und klicken Sie auf „Vergleichen“.',
  ],
  needsScripts:
    'Falls Sie das schon getan haben: Dies ist eine Kopie des Katalogs ohne Server, die zum Vergleichen JavaScript braucht.',
  share: 'Diesen Vergleich kann jeder öffnen, der den Link hat.',
  copyLink: 'Link kopieren',
};

export const comparedTerms: typeof english.comparedTerms = {
  heading: 'Angegeben und gesehen',
  same: 'Was der Anbieter angibt, neben dem, was der Endpunkt selbst verlangt.',
  differ:
    'Der Endpunkt verlangt etwas anderes, als sein Anbieter angibt. Zahlen würden Sie zu den gesehenen Bedingungen.',
  table: 'Angegebene und gesehene Bedingungen',
  term: 'Bedingung',
  declared: 'Angegeben',
  observed: 'Gesehen',
  compared: 'Vergleich',
  notDeclared: 'nicht angegeben',
  notSeen: 'nicht gesehen',
  outcomes: { true: 'gleich', false: 'weicht ab', null: 'unbekannt' },
};

export const termTitles: typeof english.termTitles = {
  price: 'Preis pro Aufruf',
  payTo: 'Wallet',
  network: 'Netzwerk',
  asset: 'Token',
  scheme: 'Schema',
};
