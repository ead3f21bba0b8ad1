import type * as english from '../en/layout.ts';

export const layout: typeof english.layout = {
  skipToContent: 'Zum Inhalt springen',
  skipToResults: 'Zu den Ergebnissen springen',
  main: 'Hauptnavigation',
  breadcrumb: 'Pfad zu dieser Seite',
  services: 'Dienste',
  categories: 'Kategorien',
  status: 'Status',
  docs: 'Doku',
  register: 'Eintragen',
  myListings: 'Meine Einträge',
  sources:
    'Anbieter geben Name, Beschreibung, Preis, Wallet und Netzwerk ihrer Dienste selbst an. Wo die Prüfungen von Tollbook einen anderen Preis, eine andere Wallet oder ein anderes Netzwerk gesehen haben, zeigt diese Website, was gesehen wurde. Status und Verfügbarkeit stammen allein aus diesen Prüfungen, die Vertrauensnote aus ihnen und den gezählten Zahlungen.',
  wholeCatalog: 'Ganzer Katalog als JSON',
  howChecked: 'So werden Dienste geprüft',
  problems: 'Fehlermeldungen',
  report: 'Ein Problem mit diesem Katalog melden',
  languages: 'Sprache',
};
