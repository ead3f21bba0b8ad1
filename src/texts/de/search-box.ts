import type * as english from '../en/search-box.ts';
import { localPath } from '../local-path.ts';

export const searchBox: typeof english.searchBox = {
  label: 'Dienste suchen',
  button: 'Suchen',
  placeholder: 'Wettervorhersage unter 0,01 $ auf Base',
  smallPlaceholder: 'Suchen',
  paletteKey: 'Strg K',
};

export const suggestions: typeof english.suggestions = { label: 'Vorschläge' };

export const optionKinds: typeof english.optionKinds = {
  service: 'Dienst',
  category: 'Kategorie',
  term: 'Suche',
  guide: 'Anleitung',
  action: 'Aktion',
};

export const palette: typeof english.palette = {
  label: 'Gehe zu',
  placeholder: 'Dienste, Kategorien, Anleitungen, Aktionen',
  places: 'Ziele',
};

export const commands: typeof english.commands = [
  { text: 'Alle Dienste durchsehen', href: localPath('/services/') },
  { text: 'Dienste vergleichen', href: localPath('/compare') },
  { text: 'Dienst eintragen', href: localPath('/register/') },
  { text: 'Meine Einträge', href: localPath('/listings/') },
  { text: 'Alle Kategorien', href: localPath('/categories/') },
  { text: 'Status des Katalogs', href: localPath('/status/') },
];

export const searchForText: typeof english.searchForText = (text) => `Nach „${text}“ suchen`;
