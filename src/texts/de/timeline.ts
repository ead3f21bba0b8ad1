import type * as english from '../en/timeline.ts';
import { counted, dayText, groupThousands, percentText } from '../formats.ts';
import { nouns } from './nouns.ts';

export const timeline: typeof english.timeline = {
  heading: 'Verlauf',
  chartTitle: 'Preis, Wallet, Status und Zahlungen im Lauf der Zeit',
  asTable: 'Als Tabelle ansehen',
};

export const timelineTables: typeof english.timelineTables = {
  changes: 'Änderungen',
  changesCaption: 'Was sich geändert hat',
  date: 'Datum (UTC)',
  what: 'Was',
  from: 'Vorher',
  to: 'Nachher',
  firstSeen: 'zuerst gesehen',
  days: 'Tage',
  daysCaption: 'Tag für Tag',
  day: 'Tag (UTC)',
  state: 'Status',
  checks: 'Prüfungen',
  answered: 'Beantwortet',
  median: 'Median',
  percentile95: '95. Perzentil',
  payments: 'Zahlungen',
  revenue: (currency) => `Einnahmen, ${currency}`,
  payers: 'Zahler',
  unknownTime: 'unbekannt',
  milliseconds: (ms) => `${groupThousands(ms)} ms`,
};

export const dayStateWords: typeof english.dayStateWords = {
  verified: 'Bestätigt',
  differs: 'Bedingungen weichen ab',
  down: 'Nicht erreichbar',
  unknown: 'Unbekannt',
};

export const stateTitle: typeof english.stateTitle = 'Status';

export const changeTitles: typeof english.changeTitles = {
  observed: {
    price: 'Aktueller Preis',
    payTo: 'Aktuelle Wallet',
    network: 'Aktuelles Netzwerk',
    asset: 'Aktueller Token',
    scheme: 'Aktuelles Schema',
  },
  declared: {
    price: 'Angegebener Preis',
    payTo: 'Angegebene Wallet',
    network: 'Angegebenes Netzwerk',
    asset: 'Angegebener Token',
    scheme: 'Angegebenes Schema',
  },
};

export const laneTitles: typeof english.laneTitles = {
  price: (top, currency) => `Preis, 0–${top} ${currency}`,
  wallet: 'Bezahlte Wallet',
  state: 'Status',
  uptime: 'Verfügbarkeit',
  latency: (topMs) => `Antwortzeit, 0–${groupThousands(topMs)} ms`,
  payments: (most) => `Zahlungen, 0–${groupThousands(most)} am Tag`,
};

export const unknownPrice: typeof english.unknownPrice = 'unbekannt';

export const walletsText: typeof english.walletsText = (wallets, last) =>
  wallets === 1 ? last : `${last}, ${groupThousands(wallets)} gesehen`;

export const uptimeText: typeof english.uptimeText = (percent) =>
  percent === null ? 'nicht gemessen' : percentText(percent);

export const latencyText: typeof english.latencyText = (medianMs) => `Median ${groupThousands(medianMs)} ms`;

export const paymentsText: typeof english.paymentsText = (payments) => counted(payments, nouns.payment);

export const chartDescription: typeof english.chartDescription = (from, to, lanes) => {
  const facts = lanes.map(([title, value]) => `${title}: ${value}.`);

  return [
    `Vom ${dayText(from)} bis zum ${dayText(to)}.`,
    ...facts,
    'Die Tabelle darunter enthält dieselben Angaben.',
  ].join(' ');
};

export const timelineNotes: typeof english.timelineNotes = {
  optedOut:
    'Der Anbieter hat Prüfungen abgelehnt. Deshalb gibt es keinen Verlauf von aktuellem Preis, Wallet und Verfügbarkeit.',
  unchecked:
    'Nach der ersten Prüfung stehen hier Tag für Tag der aktuelle Preis, die Wallet, der Status und die Verfügbarkeit.',
  otherRails:
    'Der Endpunkt verlangt die Zahlung über ein anderes Protokoll als x402. Deshalb gibt es keinen Verlauf von aktuellem Preis, Wallet und Verfügbarkeit.',
  blocked:
    'Der Endpunkt hat bisher jede Prüfung abgewiesen. Sobald eine beantwortet wird, stehen hier Tag für Tag der aktuelle Preis, die Wallet, der Status und die Verfügbarkeit.',
};

export const furtherChangesText: typeof english.furtherChangesText = (count) =>
  `Über die API abrufbar: ${counted(count, nouns.earlierChange)}.`;

export const legend: typeof english.legend = {
  price: { live: 'aktueller Preis', declared: 'angegebener Preis' },
  wallet: { own: 'angegebene Wallet', other: 'andere Wallet' },
  state: {
    verified: 'bestätigt',
    differs: 'Bedingungen weichen ab',
    down: 'nicht erreichbar',
    unknown: 'unbekannt',
  },
  latency: { median: 'Antwortzeit im Median', slowest: '95. Perzentil' },
};
