import type * as english from '../en/service-page.ts';

export const servicePage: typeof english.servicePage = {
  services: 'Dienste',
  littleHistory: ', aus kurzem Verlauf',
  wholeDescription: 'Ganze Beschreibung',
  addToComparison: 'Zum Vergleich hinzufügen',
  checks: 'Was Prüfungen ergaben',
  lastChecked: (time) => ['Zuletzt geprüft am ', time, '.'],
  howChecked: 'So werden Dienste geprüft',
  similar: 'Ähnliche Dienste',
  compareSimilar: 'Nebeneinander vergleichen',
  dates: (listed, changed) => ['Eingetragen am ', listed, ', zuletzt geändert am ', changed, '.'],
  asJson: 'Als JSON:',
  isSomethingWrong: 'Stimmt etwas nicht?',
  report: 'Diesen Eintrag melden',
};

export const jsonNames: typeof english.jsonNames = {
  '': 'Dienst',
  '/declaration': 'Angaben',
  '/history': 'Verlauf',
  '/status': 'Status',
  '/observed': 'Beobachtungen',
  '/checks': 'Prüfungen',
  '/payments': 'Zahlungen',
  '/trust': 'Vertrauensnote',
};

export const trust: typeof english.trust = {
  heading: 'Vertrauensnote',
  ofHundred: 'von 100',
  about:
    'Die Note fasst zusammen, was beobachtet wurde; Unbekanntes bringt keine Punkte. Weder Angaben des Anbieters noch Zahlungen an diesen Katalog ändern sie.',
  tooLittle: 'Der Verlauf ist noch zu kurz, als dass die Note viel sagen könnte.',
  howCalculated: 'So wird sie berechnet',
  points: (points, most) => `${String(points)} von ${String(most)}`,
  unknown: 'unbekannt',
  next: (score, step) => `Was bis ${String(score)} fehlt: ${step}.`,
};

export const badge: typeof english.badge = {
  heading: 'Für den Anbieter: ein Badge',
  alt: 'Status bei Tollbook',
  about: 'Es zeigt immer den aktuellen Status, wo immer Sie es einbinden.',
  toCopy: 'Badge als Markdown',
};

export const priceOfOneRequest: typeof english.priceOfOneRequest = 'Preis einer Anfrage';

export const gonePage: typeof english.gonePage = {
  title: (name) => `${name} wurde entfernt`,
  description: 'Dieser Dienst wurde aus dem Katalog entfernt.',
  removed: (day) => ['Dieser Dienst wurde am ', day, ' aus dem Katalog entfernt.'],
  reason: 'Grund:',
  restorable: (restore, until) => [
    'Der Anbieter kann ihn bis zum ',
    until,
    ' ',
    restore('wiederherstellen'),
    '.',
  ],
  idIsKept: 'Die ID wird nie an einen anderen Dienst vergeben.',
  changes: 'Wie er sich geändert hat',
  allServices: 'Alle Dienste',
};
