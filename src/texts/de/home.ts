import type * as english from '../en/home.ts';

export const home: typeof english.home = {
  title: 'Tollbook: APIs, die pro Aufruf abrechnen',
  description:
    'Ein öffentlicher Katalog von APIs, die über x402 pro Aufruf abrechnen: was jede angibt, und was unsere Prüfungen gesehen haben. Suchen und Kopieren sind kostenlos.',
  heading: 'Finden Sie eine API, die pro Aufruf abrechnet',
  lead: 'Tollbook ist ein öffentlicher Katalog von APIs, die Sie über x402 pro Aufruf bezahlen. Neben dem, was jede angibt, steht, was unsere eigenen Prüfungen gesehen haben.',
  try: 'Zum Beispiel',
  lastDay: 'Die letzten 24 Stunden',
  asOf: (time) => ['Stand: ', time],
  andMore: (count, link) => [' und ', link(`${count} weitere`)],
  nothingYet: (register) => [
    'Noch ist nichts eingetragen. ',
    register('Tragen Sie den ersten Dienst ein'),
    '.',
  ],
  mostTrusted: 'Höchste Vertrauensnoten',
  allServices: 'Alle Dienste',
  newest: 'Neueste',
  allNewest: 'Alle, neueste zuerst',
  categories: 'Kategorien',
  whatBelongs: 'Was in welche gehört',
};

export const exampleQueries: typeof english.exampleQueries = [
  'Wettervorhersage unter 0,01 $',
  'verifizierte Dienste auf Base, günstigste zuerst',
  'Text übersetzen mit kostenlosen Anfragen',
  'Aktienkurse für höchstens 0,05',
  'Karte oder Route, nicht auf Solana',
];

export const numberLabels: typeof english.numberLabels = {
  services: ['Dienst', 'Dienste'],
  checked: ['in der letzten Stunde geprüft', 'in der letzten Stunde geprüft'],
  payments: ['Zahlung in dieser Woche', 'Zahlungen in dieser Woche'],
  testPayments: ['Testzahlung in dieser Woche', 'Testzahlungen in dieser Woche'],
};

export const verifiedOf: typeof english.verifiedOf = (checked) => `bestätigt, von ${checked} geprüften`;

export const newServices: typeof english.newServices = 'Neu';
export const withdrawnServices: typeof english.withdrawnServices = 'Zurückgezogen';
