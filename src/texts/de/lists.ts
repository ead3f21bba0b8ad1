import type * as english from '../en/lists.ts';
import { localPath } from '../local-path.ts';

export const allServices: typeof english.allServices = {
  title: (page) => (page === 1 ? 'Alle Dienste' : `Alle Dienste, Seite ${String(page)}`),
  description:
    'Alle APIs im Katalog, die über x402 pro Aufruf abrechnen, mit Preis, Netzwerk, Verfügbarkeit und Status.',
  emptyHtml: `Noch ist nichts eingetragen. <a href="${localPath('/register/')}">Tragen Sie den ersten Dienst ein</a>.`,
};

export const allCategories: typeof english.allCategories = {
  title: 'Kategorien',
  description: 'Alle Kategorien des Katalogs: was dazugehört und wie viele Dienste sie enthalten.',
};

export const oneCategory: typeof english.oneCategory = {
  title: ({ name, page }) => (page === 1 ? name : `${name}, Seite ${String(page)}`),
  // The catalog says in English what belongs to it.
  description: ({ name }) => `${name}: APIs, die über x402 pro Aufruf abrechnen.`,
  allCategories: 'Kategorien',
  emptyHtml: `Hier ist noch kein Dienst eingetragen. <a href="${localPath('/register/')}">Dienst eintragen</a>.`,
  summary: (services) => `${services}, die vertrauenswürdigsten zuerst.`,
  filter: 'Filtern und sortieren',
};

export const pageNotFound: typeof english.pageNotFound = {
  title: 'Nicht gefunden',
  heading: 'Seite nicht gefunden',
  description: 'Unter dieser Adresse gibt es keine Seite.',
  lead: 'Vielleicht enthält die Adresse einen Tippfehler, oder der Dienst wurde aus dem Katalog entfernt. Die ID eines Dienstes ändert sich nie.',
};

export const waysOn: typeof english.waysOn = {
  services: 'Alle Dienste',
  categories: 'Kategorien',
};
