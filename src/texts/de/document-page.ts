import { localPath } from '../local-path.ts';
import type * as english from '../en/document-page.ts';

export const documentPage: typeof english.documentPage = {
  menu: 'Alle Dokumente und Suche',
  docs: 'Doku',
  onThisPage: 'Auf dieser Seite',
  neighbours: 'Zurück und weiter',
  previous: 'Zurück',
  next: 'Weiter',
};

export const linkToText: typeof english.linkToText = (heading) => `Link zu „${heading}“`;

export const contentsPage: typeof english.contentsPage = {
  lead: 'Alles auf dieser Website gibt es auch als JSON, kostenlos und ohne Schlüssel.',
  quickStarts: 'Schnellstarts',
  aboutQuickStarts: 'Je fünf Minuten, mit Befehlen zum Kopieren.',
};

export const searchBox: typeof english.searchBox = {
  label: 'Doku durchsuchen',
  search: 'Suchen',
};

export const searchPageWords: typeof english.searchPageWords = {
  title: 'Doku durchsuchen',
  titleOf: (query) => `Suche in der Doku: ${query}`,
  description: 'Anleitungen, API-Referenz und Fehlermeldungen durchsuchen.',
  label: 'Suchwörter',
  example: 'Schlüssel widerrufen',
  search: 'Suchen',
  matches: 'Treffer',
};

export const withoutServerHtml: typeof english.withoutServerHtml = `Falls Sie etwas gesucht haben: Dies ist eine Kopie des Katalogs ohne Server; zum Suchen braucht sie JavaScript. Alle Seiten stehen im <a href="${localPath('/docs/')}">Inhalt der Doku</a>.`;
