import { quoted } from '../../domain/plain-text.ts';
import type * as english from '../en/search.ts';
import { counted, decimalText, percentText } from '../formats.ts';
import { localPath } from '../local-path.ts';
import { nouns } from './nouns.ts';

/** What somebody typed, in German quotation marks. */
const inQuotes = (typed: string): string => `„${quoted(typed).slice(1, -1)}“`;

export const searchPage: typeof english.searchPage = {
  heading: 'Suche',
  title: (query) => (query === '' ? 'Suche' : `Suche: ${query}`),
  description:
    'Durchsuchen Sie den Katalog mit Stichwörtern oder ganzen Sätzen und filtern Sie nach Kategorie, Netzwerk, Status und Preis.',
  copyWithoutScripts:
    'Falls Sie etwas gesucht haben: Dies ist eine Kopie des Katalogs ohne Server. Die Suche braucht hier JavaScript.',
};

export const results: typeof english.results = {
  heading: 'Ergebnisse',
  understood: 'Aus Ihrer Suche',
  filters: 'Filter',
  removeFilter: 'entfernen',
  more: (count) => `${count} weitere`,
  order: 'Sortierung',
  nothingHtml: `Kein Dienst im Katalog erfüllt das alles. Verwenden Sie weniger Wörter, entfernen Sie einen Filter oder <a href="${localPath('/services/')}">sehen Sie sich alle Dienste an</a>. Fehlt ein Dienst? <a href="${localPath('/register/')}">Tragen Sie ihn ein</a>.`,
  nearest: ({ total, label }) =>
    `Ohne „${label}“ ${total === 1 ? 'passt' : 'passen'} ${counted(total, nouns.service)}`,
  byWords: 'Die Reihenfolge richtet sich noch nach den Wörtern.',
  askAgain: 'Erneut suchen',
  endAt: 'Die letzte Seite der Ergebnisse ist',
  page: (number) => `Seite ${String(number)}`,
  leftOut: (problems) =>
    problems === 1
      ? 'Die Ergebnisse unten berücksichtigen diesen Filter nicht.'
      : 'Die Ergebnisse unten berücksichtigen diese Filter nicht.',
};

export const priceFields: typeof english.priceFields = {
  minPricePerRequest: { word: 'Mindestens', rest: '(Preis pro Aufruf)', placeholder: '0,001' },
  maxPricePerRequest: { word: 'Höchstens', rest: '(Preis pro Aufruf)', placeholder: '0,01' },
};
export const setPrices: typeof english.setPrices = { label: 'OK' };

const priceNames = { minPricePerRequest: 'Mindestpreis', maxPricePerRequest: 'Höchstpreis' };

export const searchProblems: typeof english.searchProblems = {
  query_too_long: (max) =>
    `Die Suchanfrage ist länger als ${String(max)} Zeichen. Verwenden Sie weniger Wörter.`,
  too_many_values: ({ name, max }) =>
    `In der Adresse hat ${name} mehr als ${String(max)} Werte. Wählen Sie weniger.`,
  not_in_list: ({ name, value, list }) =>
    `In der Adresse kann ${name} nicht ${inQuotes(value)} sein. Möglich: ${list.join(', ')}.`,
  currency_invalid: (value) =>
    `${inQuotes(value)} ist keine Währung. Geben Sie 2 bis 12 Buchstaben oder Ziffern ein, etwa USDC.`,
  percent_invalid: (value) =>
    `Die Verfügbarkeit ${inQuotes(value)} ist keine ganze Zahl von 1 bis 100. Schreiben Sie zum Beispiel 99.`,
  price_not_decimal: ({ name, typed }) =>
    `Der ${priceNames[name]} ${inQuotes(typed)} ist weder eine Dezimalzahl noch ein Betrag in Dollar. Schreiben Sie zum Beispiel 0,005, 0,01 $ oder 2 Cent.`,
  price_range_empty: ({ lowest, highest }) =>
    `Der Mindestpreis ${decimalText(lowest)} liegt über dem Höchstpreis ${decimalText(highest)}, deshalb passt kein Preis. Vertauschen Sie beide oder lassen Sie ein Feld leer.`,
};

export const whyFound: typeof english.whyFound = {
  matches: (words) => `Treffer: ${words}`,
  matchesAbout: ({ words, about }) => `Treffer: ${words}; Thema: ${about}`,
  about: (about) => `Thema: ${about}`,
  closeInMeaning: 'Inhaltlich ähnlich',
};

export const filterWords: typeof english.filterWords = {
  atLeast: (price) => `mindestens ${decimalText(price)}`,
  atMost: (price) => `höchstens ${decimalText(price)}`,
  currency: (symbol) => `Zahlung in ${symbol}`,
  mainnet: 'Nur Hauptnetze',
  freeQuota: 'Einige Aufrufe kostenlos',
  uptime: (percent) => `Verfügbarkeit ab ${percentText(percent)}`,
  uptimeLink: (percent) => `ab ${percentText(percent)}`,
  paid: 'Schon bezahlt worden',
};

export const filterGroups: typeof english.filterGroups = {
  status: 'Status',
  price: 'Preis pro Aufruf',
  currency: 'Währung',
  freeQuota: 'Freikontingent',
  uptime: 'Verfügbarkeit in 30 Tagen',
  payments: 'Zahlungen',
  network: 'Netzwerk',
  category: 'Kategorie',
  tag: 'Schlagwörter',
};

export const sortLabels: typeof english.sortLabels = {
  match: 'Beste Treffer',
  trustScore: 'Vertrauensnote',
  price: 'Preis',
  name: 'Name',
  createdAt: 'Neueste',
  payments: 'Zahlungen',
};

export const demandLabels: typeof english.demandLabels = {
  under: (amount) => `unter ${amount}`,
  atMost: (amount) => `höchstens ${amount}`,
  between: (lowest, highest) => `zwischen ${lowest} und ${highest}`,
  on: (networks) => `auf ${networks.join(' oder ')}`,
  paidIn: (currency) => `Zahlung in ${currency}`,
  someFree: 'einige Aufrufe kostenlos',
  free: (requests) => `${String(requests)} Aufrufe kostenlos`,
  trust: (score) => `Vertrauensnote ab ${String(score)}`,
  mostExpensive: 'teuerste zuerst',
  order: {
    price: 'günstigste zuerst',
    trustScore: 'vertrauenswürdigste zuerst',
    name: 'nach Name',
    createdAt: 'neueste zuerst',
  },
  not: (names) => `nicht ${names.join(' oder ')}`,
};
