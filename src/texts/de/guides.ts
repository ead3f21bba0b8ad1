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

export const ownersCommands: typeof english.ownersCommands = {
  begin: 'Katalog und Adresse festlegen',
  message: 'Nachricht holen',
  cast: 'Mit cast signieren',
  viem: 'viem installieren',
  node: 'Mit node signieren',
  key: 'Schlüssel holen',
  validate: 'Endpunkt prüfen',
  dryRun: 'Probelauf machen',
  register: 'Eintragen',
  status: 'Status ansehen',
  proveWallet: 'Wallet nachweisen',
  line: 'Zeile schreiben',
  proveHttp: 'Host mit einer Datei nachweisen',
  proveDns: 'Host mit DNS nachweisen',
  standing: 'Nachweis ansehen',
  price: 'Preis ändern',
  careful: 'Ändern, was Sie gesehen haben',
  history: 'Verlauf ansehen',
  offer: 'Angebote angeben',
  batch: 'Viele eintragen',
  mine: 'Alle ansehen',
  deprecate: 'Abkündigen',
  undeprecate: 'Abkündigung zurücknehmen',
  withdraw: 'Zurückziehen',
  restore: 'Wiederherstellen',
  maintainers: 'Betreuer nennen',
  handOver: 'Übertragen',
  accept: 'Annehmen',
  newFile: 'Datei eines Dienstes schreiben',
  editFile: 'Datei eines Dienstes ändern',
  checkFiles: 'Dateien prüfen',
  keys: 'Schlüssel auflisten',
  revoke: 'Schlüssel widerrufen',
};

export const commandsText: typeof english.commandsText = (name) => `Befehle „${name}“`;
