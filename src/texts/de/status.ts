import type * as english from '../en/status.ts';

export const stateWords: typeof english.stateWords = {
  verified: {
    label: 'Bestätigt',
    meaning: 'Preis, Wallet und Netzwerk in der 402-Antwort stimmen mit den Angaben des Anbieters überein.',
  },
  price_differs: {
    label: 'Preis weicht ab',
    meaning: 'Die 402-Antwort verlangt einen anderen Preis, als der Anbieter angibt.',
  },
  terms_differ: {
    label: 'Bedingungen weichen ab',
    meaning:
      'Die 402-Antwort nennt eine andere Wallet, ein anderes Netzwerk oder einen anderen Token, als der Anbieter angibt.',
  },
  varies: {
    label: 'Wechselt',
    meaning: 'Die 402-Antwort nennt bei jedem Aufruf eine andere Wallet oder einen anderen Preis.',
  },
  uncheckable: {
    label: 'Nicht prüfbar',
    meaning:
      'Der Anbieter lehnt Prüfungen ab, oder der Dienst wehrt sie ab, verlangt etwas, das nicht verglichen wurde, oder sendet keine lesbare 402-Antwort.',
  },
  unchecked: {
    label: 'Noch nicht geprüft',
    meaning: 'Bisher hat keine Prüfung stattgefunden.',
  },
  down: {
    label: 'Nicht erreichbar',
    meaning:
      'Der Dienst hat auf die letzte Prüfung nicht geantwortet oder sendet seit über einem Tag keine lesbare 402-Antwort.',
  },
};

export const statusLabels: typeof english.statusLabels = {
  verified: 'Bestätigt',
  unverified: 'Unbestätigt',
  inactive: 'Inaktiv',
};

export const differingTerms: typeof english.differingTerms = {
  wallet: 'Wallet weicht ab',
  network: 'Netzwerk weicht ab',
  token: 'Token weicht ab',
};

export const varyingLabels: typeof english.varyingLabels = {
  wallet: 'Wallet wechselt',
  price: 'Preis wechselt',
};

export const reasonNotes: typeof english.reasonNotes = {
  opted_out: 'lehnt Prüfungen ab',
  blocked: 'wehrt Prüfungen ab',
  unread: 'verlangt etwas, das nicht verglichen wurde',
  other_rails: 'verlangt die Zahlung über ein anderes Protokoll als x402',
  not_402: 'verlangt keine Zahlung',
  malformed: '402-Antwort nicht lesbar',
};

export const trustTitles: typeof english.trustTitles = {
  terms: 'Bedingungen wie angegeben',
  availability: 'Verfügbarkeit',
  latency: 'Antwortzeit',
  age: 'Gleiche Wallet',
  buyers: 'Käufer',
};

export const mismatchLabels: typeof english.mismatchLabels = {
  wallet: 'Wallet weicht ab',
  network: 'Netzwerk weicht ab',
  token: 'Token weicht ab',
  price: 'Preis weicht ab',
};

export const notRated: typeof english.notRated = 'Nicht bewertet';
export const trustOf: typeof english.trustOf = (score) => `Vertrauensnote ${String(score)} von 100`;

export const noPayments: typeof english.noPayments = 'Noch keine Zahlungen';
export const toSharedWallet: typeof english.toSharedWallet = (payments) =>
  `${payments} an eine gemeinsame Wallet`;
