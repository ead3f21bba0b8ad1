import type * as english from '../en/guides.ts';

export const buyersCommands: typeof english.buyersCommands = {
  begin: 'Adresse des Katalogs festlegen',
  find: 'Dienst finden',
  observed: 'Beobachtetes ansehen',
  install: 'Client installieren',
  pay: 'bezahlen',
};

export const agentsCommands: typeof english.agentsCommands = {
  begin: 'Adresse des Katalogs festlegen',
  ask: 'mit einem Satz suchen',
  decide: 'Dienst auswählen',
  validate: 'nicht eingetragenen Endpunkt prüfen',
};

export const scannersCommands: typeof english.scannersCommands = {
  begin: 'Adresse des Katalogs festlegen',
  copy: 'Katalog kopieren',
  follow: 'Kopie aktualisieren',
  changes: 'Änderungen auflisten',
  page: 'Teil des Katalogs lesen',
  observed: 'Beobachtetes lesen',
};

export const commandsText: typeof english.commandsText = (name) => `Befehle „${name}“`;
